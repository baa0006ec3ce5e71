package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.collective.Fake;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.WaitDescription;

/** Two or three ranks in one thread: what the others do happens while a rank polls. */
class MeetingTest {
  private static final int SET_BYTES = 64;
  private static final int MANY_POLLS = 100_000;
  private static final int BARRIER = Gift.what(CollectiveKind.BARRIER, 0, 0);

  /** By whom whose doorbell was rung. */
  private final List<String> rung = new ArrayList<>();

  private final List<String> failures = new ArrayList<>();
  private SharedArea area;
  private AreaDoorbells doorbells;
  private Meeting[] ranks;
  private int polls;
  private int looks;
  private boolean cannotRing;
  private boolean isSilent;
  private Awaited awaited;

  /** What happens in the n-th poll of whoever waits. */
  private IntConsumer others = poll -> {};

  private void start(int size) {
    area =
        new SharedArea(
            Memory.allocate(SharedArea.lengthBytes(size, SET_BYTES)), size, SET_BYTES, this::ring);
    doorbells = area.doorbells();
    ranks = new Meeting[size];
    int[] processes = new int[size];
    for (int rank = 0; rank < size; rank++) {
      processes[rank] = 10 + rank;
    }
    for (int rank = 0; rank < size; rank++) {
      ranks[rank] = meeting(rank, size, processes);
    }
  }

  private Meeting meeting(int rank, int size, int[] processes) {
    Members members = new Members(rank, size, null);
    Participants all = new Participants(communicator(rank, size), members, null, processes);
    return new Meeting(pml(rank), all, area, false);
  }

  private void ring(int by, DoorbellAddress doorbell) throws IOException {
    assertThat(doorbell.inode()).isEqualTo(-doorbell.processId());
    assertThat(doorbell.descriptor()).isEqualTo(5);
    rung.add(by + " to " + doorbell.processId());
    if (cannotRing) {
      throw new IOException("it is gone");
    }
  }

  private Pml pml(int rank) {
    return Fake.of(
        Pml.class,
        (name, arguments) -> {
          if (name.equals("pollOrIdle")) {
            awaited = (Awaited) arguments[0];
            assertThat(polls).as("polls in vain").isLessThan(MANY_POLLS);
            others.accept(++polls);
          } else if (name.equals("poll")) {
            looks++;
          } else if (name.equals("doorbell")) {
            return doorbell(rank);
          }
          return null;
        });
  }

  private PmlCommunicator communicator(int rank, int size) {
    return Fake.of(
        PmlCommunicator.class,
        (name, arguments) ->
            switch (name) {
              case "label" -> "shared-memory barrier of A";
              case "rank" -> rank;
              case "size" -> size;
              case "failureOf" -> failures.isEmpty() ? null : failures.get(0);
              default -> throw new AssertionError(name);
            });
  }

  private Doorbell doorbell(int rank) {
    return Fake.of(
        Doorbell.class, (name, arguments) -> isSilent ? null : new DoorbellAddress(rank, 5, -rank));
  }

  private void come(int rank) {
    ranks[rank].begin(BARRIER);
    ranks[rank].give();
  }

  @Test
  void shouldNotPollIfAllHaveCome() {
    start(3);
    come(1);
    come(2);
    come(0);
    ranks[0].awaitAll();
    assertThat(polls).isZero();
  }

  @Test
  void shouldLetMessagesGoOnEvenIfItNeverWaits() {
    start(2);
    for (int i = 0; i < 10; i++) {
      come(1);
      come(0);
      ranks[0].awaitAll();
      ranks[1].awaitAll();
    }
    assertThat(polls).isZero();
    assertThat(looks).as("one in each operation of each rank").isEqualTo(20);
  }

  @Test
  void shouldWaitForTheLast() {
    start(3);
    come(0);
    come(2);
    others =
        poll -> {
          if (poll == 5) {
            come(1);
          }
        };
    ranks[0].awaitAll();
    assertThat(polls).isEqualTo(5);
    assertThat(rung).as("nobody has asked to be woken").isEmpty();
  }

  @Test
  void shouldAskToBeWokenWhenItIsToSleep() {
    start(2);
    come(0);
    others =
        poll -> {
          assertThat(doorbells.hasSleepers(1)).isFalse();
          if (poll == 100) {
            assertThat(awaited.maySleep()).isTrue();
            assertThat(doorbells.hasSleepers(1)).isTrue();
            come(1);
            assertThat(awaited.maySleep()).as("once somebody has promised").isFalse();
          }
        };
    ranks[0].awaitAll();
    assertThat(rung).containsExactly("1 to 0");
  }

  @Test
  void shouldTakeTheQuestionBackIfNobodyHasSeenIt() {
    start(2);
    come(0);
    others =
        poll -> {
          if (awaited.maySleep()) {
            // As if this had been under way when the question was asked.
            area.give(1, 1, Gift.of(1, BARRIER));
          }
        };
    ranks[0].awaitAll();
    assertThat(doorbells.hasSleepers(1)).isFalse();
  }

  @Test
  void shouldBeWokenByEachRankThatItWaitsFor() {
    start(3);
    come(0);
    int[] asked = {0};
    others =
        poll -> {
          if (awaited.maySleep()) {
            come(++asked[0]);
          }
        };
    ranks[0].awaitAll();
    assertThat(rung).containsExactly("1 to 0", "2 to 0");
  }

  @Test
  void shouldNotBeWokenByOthers() {
    start(3);
    come(0);
    others =
        poll -> {
          if (awaited.maySleep()) {
            come(3 - poll);
          }
        };
    ranks[0].awaitAll();
    assertThat(polls).isEqualTo(2);
    assertThat(rung).containsExactly("1 to 0");
  }

  @Test
  void shouldAskAgainIfItWasWokenForAnEarlierOperation() {
    start(2);
    come(0);
    come(0);
    others =
        poll -> {
          if (awaited.maySleep()) {
            come(1);
          }
        };
    ranks[0].awaitAll();
    assertThat(rung).containsExactly("1 to 0", "1 to 0");
  }

  @Test
  void shouldNotSleepIfItCannotBeWoken() {
    start(2);
    isSilent = true;
    come(0);
    others =
        poll -> {
          assertThat(awaited.maySleep()).isFalse();
          assertThat(doorbells.hasSleepers(1)).isFalse();
          if (poll == 10) {
            come(1);
          }
        };
    ranks[0].awaitAll();
    assertThat(rung).isEmpty();
  }

  @Test
  void shouldSayWhomItCouldNotWake() {
    start(2);
    cannotRing = true;
    come(0);
    others =
        poll -> {
          assertThat(awaited.maySleep()).isTrue();
          come(1);
        };
    ranks[0].awaitAll();
    come(1);
    others =
        poll -> {
          assertThat(WaitDescription.of(awaited).operations())
              .containsExactly(
                  "shared-memory barrier of A, rank 0 missing, could not ring rank 0: it is gone");
          come(0);
        };
    ranks[1].awaitAll();
    assertThat(polls).isEqualTo(2);
  }

  @Test
  void shouldLetARankBeThreeOperationsAheadAndNoMore() {
    start(2);
    come(0);
    come(0);
    come(0);
    assertThat(polls).isZero();
    others = poll -> come(1);
    come(0);
    assertThat(polls).as("until rank 1 has come to the first").isEqualTo(1);
  }

  @Test
  void shouldNotWaitForARankThatIsAheadInTheSameSet() {
    start(2);
    for (int i = 0; i < 3; i++) {
      come(1);
    }
    // Rank 1 comes to its fifth, in the set of the first, once rank 0 has come to its second.
    come(0);
    come(1);
    come(0);
    come(1);
    come(0);
    come(0);
    assertThat(polls).isZero();
  }

  @Test
  void shouldUseTheSetsAgain() {
    start(2);
    for (int i = 0; i < 100; i++) {
      come(i % 2);
      come(1 - i % 2);
      ranks[0].awaitAll();
      ranks[1].awaitAll();
    }
    assertThat(polls).isZero();
  }

  @Test
  void shouldSayWhoIsMissing() {
    start(3);
    come(0);
    come(1);
    others =
        poll -> {
          WaitDescription wait = WaitDescription.of(awaited);
          assertThat(wait.operations())
              .containsExactly("shared-memory barrier of A, rank 2 missing");
          assertThat(wait.processes()).containsExactly(12);
          come(2);
        };
    ranks[0].awaitAll();
    assertThat(polls).isEqualTo(1);
  }

  @Test
  void shouldRefuseAnotherOperation() {
    start(2);
    ranks[1].begin(Gift.what(CollectiveKind.ALL_REDUCE, 0, 8));
    ranks[1].give();
    come(0);
    assertThatThrownBy(() -> ranks[0].awaitAll())
        .isInstanceOf(CollectiveException.class)
        .hasMessage(
            "rank 1 is in all reduce of 8 bytes for each rank, this rank in barrier; all ranks must"
                + " call the same collective, with the same root and the same amount of data")
        .extracting(failure -> ((CollectiveException) failure).error())
        .isEqualTo(PmlError.TRUNCATED);
  }

  @Test
  void shouldTellOfAnotherOperationOnce() {
    start(2);
    ranks[1].begin(Gift.what(CollectiveKind.ALL_REDUCE, 0, 8));
    ranks[1].give();
    come(0);
    assertThatThrownBy(() -> ranks[0].awaitAll()).hasMessageContaining("rank 1 is in all reduce");
    assertThatThrownBy(() -> ranks[1].awaitAll()).hasMessageContaining("rank 0 is in barrier");
    for (int i = 0; i < 2 * SharedArea.SETS; i++) {
      come(0);
      come(1);
      ranks[0].awaitAll();
      ranks[1].awaitAll();
    }
    assertThat(polls).isZero();
  }

  private void broadcast(int rank, int root) {
    ranks[rank].begin(Gift.what(CollectiveKind.BROADCAST, root, 8));
    ranks[rank].give();
  }

  @Test
  void shouldRefuseAnotherRootOfAnEarlierOperationWhenAllMeet() {
    start(2);
    broadcast(0, 0);
    broadcast(1, 1);
    come(0);
    come(1);
    assertThatThrownBy(() -> ranks[0].awaitAll())
        .hasMessageStartingWith(
            "rank 1 is in broadcast with root 1 of 8 bytes for each rank, this rank in broadcast"
                + " with root 0 of 8 bytes for each rank; ");
    assertThatThrownBy(() -> ranks[1].awaitAll()).hasMessageContaining("rank 0 is in broadcast");
  }

  @Test
  void shouldRefuseAnotherRootOfAnEarlierOperationBeforeItsSetIsUsedAgain() {
    start(2);
    broadcast(0, 0);
    broadcast(1, 1);
    for (int i = 0; i < 2; i++) {
      broadcast(0, 0);
      broadcast(1, 0);
    }
    assertThatThrownBy(() -> ranks[0].begin(BARRIER)).hasMessageContaining("with root 1");
    assertThatThrownBy(() -> ranks[1].begin(BARRIER)).hasMessageContaining("with root 1");
  }

  @Test
  void shouldNotCompareAnEarlierOperationWithThatOfARankThatIsAheadInTheSameSet() {
    start(2);
    for (int i = 0; i < 3; i++) {
      broadcast(1, 1);
    }
    broadcast(0, 1);
    broadcast(1, 1);
    broadcast(0, 1);
    // Its fifth, in the set of the first.
    broadcast(1, 0);
    broadcast(0, 1);
    broadcast(0, 1);
    assertThat(polls).isZero();
  }

  @Test
  void shouldNotWaitForALateRankOnceAnotherIsInAnotherOperation() {
    start(3);
    come(0);
    ranks[1].begin(Gift.what(CollectiveKind.ALL_REDUCE, 0, 8));
    ranks[1].give();
    assertThatThrownBy(() -> ranks[0].awaitAll())
        .isInstanceOf(CollectiveException.class)
        .hasMessageContaining("rank 1 is in all reduce of 8 bytes for each rank, this rank in");
    assertThat(polls).isGreaterThan(1);
  }

  @Test
  void shouldNotWaitForARankThatGoesByMessages() {
    start(2);
    come(0);
    ranks[1].goByMessages();
    assertThatThrownBy(() -> ranks[0].awaitAll())
        .isInstanceOf(CollectiveException.class)
        .hasMessageContaining(
            "rank 1 is in another collective, or has more data than goes through shared memory"
                + " (8388607 bytes of each rank");
  }

  @Test
  void shouldNoticeSoonAlsoAsleepThatARankGoesByMessages() {
    start(2);
    come(0);
    ranks[1].goByMessages();
    others = poll -> awaited.maySleep();
    assertThatThrownBy(() -> ranks[0].awaitAll()).hasMessageContaining("rank 1 is in another");
    assertThat(polls).isLessThan(50);
  }

  @Test
  void shouldWaitForARankThatHasGoneByMessagesAsOftenAsThisOne() {
    start(2);
    ranks[1].goByMessages();
    ranks[0].goByMessages();
    come(0);
    others =
        poll -> {
          if (poll == 3000) {
            come(1);
          }
        };
    ranks[0].awaitAll();
    assertThat(polls).isEqualTo(3000);
  }

  @Test
  void shouldNotWaitForARankThatHasFailed() {
    start(2);
    come(0);
    failures.add("rank 11 of the job has failed");
    assertThatThrownBy(() -> ranks[0].awaitAll())
        .isInstanceOf(CollectiveException.class)
        .hasMessage("rank 1 does not come to the collective: rank 11 of the job has failed")
        .extracting(failure -> ((CollectiveException) failure).error())
        .isEqualTo(PmlError.PEER_FAILED);
  }
}
