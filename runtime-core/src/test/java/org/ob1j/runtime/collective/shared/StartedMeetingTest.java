package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.collective.Fake;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.SharedRegions;
import org.ob1j.runtime.memory.SharedRegions.Region;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.progress.Doorbell;
import org.ob1j.runtime.progress.DoorbellAddress;
import org.ob1j.runtime.progress.WaitDescription;

/** Three ranks in one thread, each of which gets on when the test polls for it. */
class StartedMeetingTest {
  private static final int SIZE = 3;

  /** By whom whose doorbell was rung. */
  private final List<String> rung = new ArrayList<>();

  private final StartedMeeting[] ranks = new StartedMeeting[SIZE];
  private final int[] tags = new int[SIZE];
  private final Memory memory = Memory.allocate(StartedArea.lengthBytes(SIZE));
  private final StartedArea area =
      new StartedArea(
          memory, SIZE, (by, doorbell) -> rung.add(by + " rings " + doorbell.processId()));
  private final int rows = area.rows();
  private final SharedRegions regions = Fake.of(SharedRegions.class, (name, arguments) -> null);
  private String failure;
  private boolean isSilent;

  @BeforeEach
  void start() {
    for (int rank = 0; rank < SIZE; rank++) {
      Members members = new Members(rank, SIZE, new Workspace(null));
      ranks[rank] =
          new StartedMeeting(
              pml(rank), communicator(rank), new int[] {10, 11, 12}, members, regions);
      ranks[rank].share(new Region(memory, 10, 1), area);
    }
  }

  private Pml pml(int rank) {
    Doorbell doorbell =
        Fake.of(
            Doorbell.class,
            (name, arguments) -> isSilent ? null : new DoorbellAddress(rank, 5, rank));
    SharedRegions regions = Fake.of(SharedRegions.class, (name, arguments) -> null);
    return Fake.of(
        Pml.class, (name, arguments) -> name.equals("sharedRegions") ? regions : doorbell);
  }

  private PmlCommunicator communicator(int rank) {
    return Fake.of(
        PmlCommunicator.class,
        (name, arguments) ->
            switch (name) {
              case "label" -> "collective of A";
              case "failureOf" -> failure;
              default -> throw new AssertionError(name);
            });
  }

  private StartedOperation barrier(int rank) {
    return enter(rank, CollectiveKind.BARRIER, 0, null, null, 0, true);
  }

  private StartedOperation broadcast(int rank, int root, int[] data) {
    return enter(rank, CollectiveKind.BROADCAST, root, data, null, 4L * data.length, true);
  }

  private StartedOperation enter(
      int rank, CollectiveKind kind, int root, int[] own, int[] all, long bytes, boolean fits) {
    StartedOperation operation =
        new StartedOperation(ranks[rank], null, kind, root, bytes, own, 0, all, 0, 0, null);
    ranks[rank].enter(operation, ++tags[rank], fits);
    return operation;
  }

  private void poll() {
    for (StartedMeeting rank : ranks) {
      rank.progress();
    }
  }

  @Test
  void shouldEndWhenTheLastHasCome() {
    List<StartedOperation> started = new ArrayList<>();
    for (int rank = 0; rank < SIZE; rank++) {
      poll();
      assertThat(started).noneMatch(StartedOperation::isComplete);
      started.add(barrier(rank));
    }
    poll();
    assertThat(started).allMatch(StartedOperation::isComplete);
  }

  @Test
  void shouldEndInTheOrderInWhichTheyWereStarted() {
    StartedOperation first = barrier(0);
    StartedOperation second = broadcast(0, 1, new int[1]);
    barrier(1);
    broadcast(1, 1, new int[] {5});
    poll();
    assertThat(first.isComplete()).isFalse();
    assertThat(second.isComplete()).as("what others may not have begun").isFalse();
    barrier(2);
    assertThat(ranks[0].progress()).isEqualTo(2);
    assertThat(second.isComplete()).isTrue();
  }

  @Test
  void shouldGiveToAsManyAsThereAreRowsAndThenAsOthersHaveDone() {
    List<StartedOperation> started = new ArrayList<>();
    List<int[]> received = new ArrayList<>();
    for (int i = 0; i < 3 * rows; i++) {
      broadcast(0, 0, new int[] {i});
      ranks[0].progress();
      for (int rank = 1; rank < SIZE; rank++) {
        received.add(new int[1]);
        started.add(broadcast(rank, 0, received.get(received.size() - 1)));
      }
    }
    assertThat(area.gift(1, 0)).as("the first, which nobody has read").isNotZero();
    assertThat(StartedGift.number(area.gift(1, 0))).isEqualTo(1);
    ranks[1].progress();
    ranks[0].progress();
    assertThat(StartedGift.number(area.gift(1, 0))).as("one has not read it").isEqualTo(1);
    for (int i = 0; i < 8; i++) {
      poll();
    }
    assertThat(started).allMatch(StartedOperation::isComplete);
    for (int i = 0; i < received.size(); i++) {
      assertThat(received.get(i)[0]).isEqualTo(i / 2);
    }
  }

  @Test
  void shouldLookOnceAtWhatEachHasDoneAsTheyGoOnMeanwhile() {
    int[] looks = new int[SIZE];
    StartedArea inMotion =
        new StartedArea(memory, SIZE) {
          @Override
          int done(int rank) {
            return rank == 1 ? 100 * looks[rank]++ : 1;
          }
        };
    ranks[0].share(new Region(memory, 10, 1), inMotion);
    for (int i = 0; i < rows + 1; i++) {
      broadcast(0, 0, new int[1]);
    }
    assertThat(StartedGift.number(area.gift(1, 0))).as("a row that rank 1 may read").isEqualTo(1);
  }

  @Test
  void shouldTellNowAndThenWhatItHasDoneAndAtTheEnd() {
    for (int i = 0; i < rows; i++) {
      broadcast(0, 0, new int[1]);
      broadcast(1, 0, new int[1]);
    }
    ranks[1].progress();
    assertThat(area.done(1)).isEqualTo(rows);
    broadcast(1, 0, new int[1]);
    ranks[1].progress();
    assertThat(area.done(1)).as("it still waits").isEqualTo(rows);
  }

  @Test
  void shouldAskTheOneThatItWaitsForToWakeIt() {
    barrier(0);
    barrier(1);
    ranks[0].progress();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    barrier(2);
    assertThat(rung).containsExactly("2 rings 0");
    assertThat(ranks[0].maxSleepNanos()).as("it has come").isZero();
    ranks[0].endSleep();
    barrier(2);
    assertThat(rung).hasSize(1);
  }

  @Test
  void shouldNotSleepWhileItCanGetOnOrBeforeItHasAsked() {
    barrier(0);
    ranks[0].progress();
    assertThat(ranks[0].maxSleepNanos()).as("it has not asked").isZero();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    barrier(1);
    assertThat(ranks[0].maxSleepNanos()).as("it waits for another one now").isZero();
    ranks[0].endSleep();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    ranks[0].endSleep();
    assertThat(area.doorbells().hasSleepers(1)).isFalse();
    assertThat(area.doorbells().hasSleepers(2)).isFalse();
  }

  @Test
  void shouldBeWokenForARow() {
    for (int i = 0; i < rows + 1; i++) {
      broadcast(0, 0, new int[1]);
    }
    ranks[0].progress();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    for (int i = 0; i < rows / 2; i++) {
      broadcast(1, 0, new int[1]);
      broadcast(2, 0, new int[1]);
    }
    ranks[2].progress();
    ranks[0].endSleep();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    rung.clear();
    ranks[1].progress();
    assertThat(rung).containsExactly("1 rings 0");
    assertThat(ranks[0].maxSleepNanos()).isZero();
  }

  @Test
  void shouldSleepWithNothingToDoAndNotWhereItCannotBeWoken() {
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    ranks[0].endSleep();
    isSilent = true;
    barrier(0);
    ranks[0].progress();
    ranks[0].prepareSleep();
    assertThat(ranks[0].maxSleepNanos()).isZero();
    ranks[0].endSleep();
  }

  @Test
  void shouldFailIfARankFailsThatItWaitsFor() {
    StartedOperation operation = barrier(0);
    barrier(1);
    failure = "rank 2 has died";
    for (int polls = 0; !operation.isComplete() && polls < 10_000; polls++) {
      ranks[0].progress();
    }
    assertThatThrownBy(operation::requireDone)
        .isInstanceOf(CollectiveException.class)
        .hasMessage("rank 2 does not come to the collective: rank 2 has died");
  }

  @Test
  void shouldTellThatAnotherRankHasTooMuch() {
    StartedOperation little =
        enter(0, CollectiveKind.ALL_GATHER, 0, new int[1], new int[SIZE], 4, true);
    enter(1, CollectiveKind.ALL_GATHER, 0, new int[99], new int[SIZE * 99], 396, false);
    ranks[0].progress();
    assertThatThrownBy(little::requireDone)
        .hasMessageStartingWith(
            "rank 1 is in non-blocking all gather of more than 248 bytes, this rank in"
                + " non-blocking all gather of 4 bytes for each rank; all ranks must");
  }

  @Test
  void shouldBeginMessagesOnceItHasSaidThatItIsThere() {
    List<StartedOperation> started = new ArrayList<>();
    for (int i = 0; i < rows + 1; i++) {
      started.add(enter(0, CollectiveKind.BROADCAST, 0, new int[99], null, 396, false));
    }
    assertThat(started.subList(0, rows)).allMatch(StartedOperation::goesByMessages);
    assertThat(started.get(rows).isComplete()).as("for want of a row").isFalse();
    for (int i = 0; i < rows; i++) {
      broadcast(1, 0, new int[1]);
      broadcast(2, 0, new int[1]);
    }
    poll();
    poll();
    assertThat(started.get(rows).goesByMessages()).isTrue();
  }

  @Test
  void shouldSayInABroadcastThatMessagesDoIt() {
    enter(0, CollectiveKind.BROADCAST, 0, new int[99], null, 396, false);
    StartedOperation expectsLess = broadcast(1, 0, new int[1]);
    StartedOperation expectsAsMuch =
        enter(2, CollectiveKind.BROADCAST, 0, new int[99], null, 396, false);
    poll();
    assertThat(List.of(expectsLess, expectsAsMuch))
        .allMatch(StartedOperation::isComplete)
        .allMatch(StartedOperation::goesByMessages);
  }

  @Test
  void shouldStayInTheAreaWhateverAnotherRankWrites() {
    StartedOperation operation = broadcast(1, 0, new int[62]);
    area.give(1, 0, StartedGift.of(1, CollectiveKind.BROADCAST, 0, 1, 300));
    ranks[1].progress();
    assertThatThrownBy(operation::requireDone).hasMessageContaining("of 300 bytes");
    StartedOperation next = broadcast(1, 0, new int[62]);
    area.give(2, 0, -1);
    area.done(0, Integer.MIN_VALUE);
    assertThatCode(() -> ranks[1].progress()).doesNotThrowAnyException();
    assertThat(next.isComplete()).isFalse();
  }

  @Test
  void shouldSayWhoIsMissing() {
    StartedOperation operation = barrier(0);
    barrier(1);
    WaitDescription wait = WaitDescription.of(operation);
    assertThat(wait.operations()).containsExactly("collective of A, rank 2 missing");
    assertThat(wait.processes()).containsExactly(12);
  }

  @Test
  void shouldCountRoundAndRound() {
    for (int i = 0; i < 5 * rows; i++) {
      List<StartedOperation> started = new ArrayList<>();
      for (int rank = 0; rank < SIZE; rank++) {
        started.add(barrier(rank));
      }
      poll();
      poll();
      assertThat(started).allMatch(StartedOperation::isComplete);
    }
  }
}
