package org.ob1j.btl.sm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.btl.sm.segment.SleepFlag;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.progress.Doorbell;

class PollSetTest implements PollSet.Owner {
  private static final int RINGS = 70;

  private final Memory segment = RingPair.segment(RINGS);
  private final RingPair[] pairs = new RingPair[RINGS];
  private final List<Integer> broken = new ArrayList<>();
  private final List<Integer> opened = new ArrayList<>();
  private final PollSet pollSet;
  private boolean refused;
  private int failing = -1;
  private int surveys;
  private int chores;

  PollSetTest() {
    for (int i = 1; i < RINGS; i++) {
      pairs[i] = new RingPair(segment, i);
    }
    pollSet = pollSetOf(segment.slice(0, SegmentLayout.HEADER_BYTES));
  }

  private PollSet pollSetOf(Memory header) {
    return new PollSet(header, this, new SleepFlag(header, Doorbell.SILENT), () -> ++chores);
  }

  @Override
  public IncomingRing open(int index) {
    opened.add(index);
    if (index == failing) {
      throw new IllegalStateException("ring " + index);
    }
    return refused ? null : pairs[index].incoming;
  }

  /** Takes a frame from a ring that is not polled after it. */
  private void openAndForget(RingPair pair) {
    pair.send(8, 0);
    pollSet.progress();
    pollSet.forgetAll();
  }

  @Override
  public void broken(IncomingRing ring, FrameRejectedException cause) {
    broken.add(ring.index());
  }

  @Override
  public void survey() {
    surveys++;
  }

  @Test
  void shouldFindAFrameByItsDoorbellInTheNextPoll() {
    for (int i = 1; i < RINGS; i++) {
      pairs[i].send(8, 0);
    }

    pollSet.progress();

    for (int i = 1; i < RINGS; i++) {
      assertThat(pairs[i].received).as("ring " + i).hasSize(1);
    }
  }

  @Test
  void shouldOpenARingOnceWhenItsDoorbellRingsFirst() {
    assertThat(opened).isEmpty();

    openAndForget(pairs[5]);
    openAndForget(pairs[5]);
    openAndForget(pairs[64]);

    assertThat(opened).containsExactly(5, 64);
    assertThat(pairs[5].received).hasSize(2);
    assertThat(pairs[64].received).hasSize(1);
  }

  @Test
  void shouldFindAPeerThatAppearsBeyondTheFirstDoorbellWord() {
    Memory few = RingPair.segment(1);
    Memory grown = Memory.allocate(SegmentLayout.segmentBytes(RINGS));
    Memory header = grown.slice(0, SegmentLayout.HEADER_BYTES);
    header.copyFrom(0, few, 0, SegmentLayout.HEADER_BYTES);
    RingPair late = new RingPair(grown, RINGS - 1);
    pairs[RINGS - 1] = late;
    PollSet polls = pollSetOf(header);
    polls.progress();
    while (SegmentLayout.takeRing(header) < RINGS - 1) {
      // Others take the numbers before it.
    }
    late.send(8, 0);
    assertThat(polls.isSilent()).isFalse();

    for (int i = 0; i < PollSet.POLLS_OF_OTHERS_PER_SURVEY + 1; i++) {
      polls.progress();
    }

    assertThat(late.received).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"5, 0", "-1, 0", "9223372036854775807, 59"})
  void shouldOpenNoMoreRingsThanCanBeThere(long taken, int openings) {
    refused = true;
    segment.putLong(SegmentLayout.RINGS_TAKEN_OFFSET, taken);
    for (int i = 0; i < 3 * PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      segment.putLong(SegmentLayout.doorbellOffset(0), -1L << 5);
      pollSet.progress();
    }

    assertThat(opened).hasSize(openings);
    assertThat(pollSet.polledCount()).isZero();
  }

  /** Its doorbell is all that tells of a ring that has not been opened. */
  @Test
  void shouldLoseNoRingWhenTheOpeningOfOneFails() {
    failing = 3;
    for (int i = 2; i < 5; i++) {
      pairs[i].send(8, 0);
    }
    assertThatThrownBy(pollSet::progress).hasMessage("ring 3");
    assertThatThrownBy(pollSet::progress).hasMessage("ring 3");
    failing = -1;
    pollSet.progress();

    for (int i = 2; i < 5; i++) {
      assertThat(pairs[i].received).as("ring " + i).hasSize(1);
    }
    assertThat(opened).containsExactly(2, 3, 3, 3, 4);
  }

  @Test
  void shouldOpenARefusedRingAgainIfItsOwnerSaysSo() {
    refused = true;
    pairs[66].send(8, 0);
    pollSet.progress();
    refused = false;

    pollSet.openAgain(66);
    pollSet.progress();

    assertThat(pairs[66].received).hasSize(1);
  }

  @Test
  void shouldFindAFrameWhoseDoorbellWasLost() {
    openAndForget(pairs[69]);
    pairs[69].send(8, 0);
    for (int word = 0; word < SegmentLayout.doorbells(RINGS); word++) {
      segment.putLong(SegmentLayout.doorbellOffset(word), 0);
    }

    for (int i = 0; i < RINGS * PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      pollSet.progress();
    }

    assertThat(pairs[69].received).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 10})
  void shouldFindAFrameWhoseDoorbellWasLostWhileOthersCome(int pollsPerFrame) {
    openAndForget(pairs[69]);
    pairs[69].send(8, 0);
    for (int word = 0; word < SegmentLayout.doorbells(RINGS); word++) {
      segment.putLong(SegmentLayout.doorbellOffset(word), 0);
    }

    for (int i = 0; i < RINGS * PollSet.POLLS_OF_OTHERS_PER_SURVEY * PollSet.BUSY_POLLS; i++) {
      if (i % pollsPerFrame == 0) {
        pairs[5].send(8, 0);
      }
      pollSet.progress();
    }

    assertThat(pairs[69].received).hasSize(2);
  }

  @Test
  void shouldNotRingForAPolledRing() {
    pairs[5].send(8, 0);
    pollSet.progress();

    pairs[5].send(8, 0);

    assertThat(segment.getLong(SegmentLayout.doorbellOffset(0))).isZero();
    pollSet.progress();
    assertThat(pairs[5].received).hasSize(2);
  }

  @Test
  void shouldDoChoresOnceForEachRequest() {
    pollSet.progress();
    assertThat(chores).isZero();

    pollSet.requestChores();

    assertThat(pollSet.progress()).isEqualTo(1);
    assertThat(pollSet.progress()).isZero();
    assertThat(chores).isEqualTo(1);
  }

  @Test
  void shouldTouchNothingOnceClosed() {
    pairs[5].send(8, 0);
    pollSet.progress();
    pairs[5].send(8, 0);
    pairs[6].send(8, 0);

    pollSet.close();
    pollSet.requestChores();

    for (int i = 0; i < 2 * PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      assertThat(pollSet.progress()).isZero();
    }
    pollSet.prepareSleep();
    assertThat(pollSet.maxSleepNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(pairs[5].received).hasSize(1);
    assertThat(pairs[6].received).isEmpty();
    assertThat(chores).isZero();
    assertThat(surveys).isZero();
  }

  @Test
  void shouldNotBeSilentWhileASenderWouldNotRing() {
    pairs[5].send(8, 0);
    pollSet.progress();
    assertThat(pollSet.isSilent()).as("a polled ring").isFalse();

    pollSet.forgetAll();
    assertThat(pollSet.isSilent()).as("nothing polled, nothing there").isTrue();

    pairs[5].send(8, 0);
    assertThat(pollSet.isSilent()).as("a doorbell").isFalse();
  }

  @Test
  void shouldKeepFewRingsAndGiveUpSilentOnesOfMany() {
    for (int i = 1; i < RINGS; i++) {
      pairs[i].send(8, 0);
    }
    pollSet.progress();
    assertThat(pollSet.polledCount()).isEqualTo(RINGS - 1);

    // The first one sees what has come before.
    int surveys = PollSet.SILENT_POLLS / PollSet.POLLS_OF_OTHERS_PER_SURVEY + 2;
    for (int i = 0; i < surveys * PollSet.POLLS_OF_OTHERS_PER_SURVEY * PollSet.BUSY_POLLS; i++) {
      pairs[33].send(8, 0);
      pollSet.progress();
    }

    assertThat(pollSet.polledCount()).isEqualTo(PollSet.ALWAYS_KEPT);
    assertThat(pairs[33].part.getLong(SenderPartLayout.POLLED_OFFSET)).isEqualTo(1);
    for (int i = 1; i < RINGS; i++) {
      pairs[i].send(8, 0);
    }
    for (int polls = 0; polls < PollSet.BUSY_POLLS; polls++) {
      pairs[33].send(8, 0);
      pollSet.progress();
    }
    for (int i = 1; i < RINGS; i++) {
      assertThat(pairs[i].received).as("ring " + i).isEqualTo(pairs[i].sent);
    }
  }

  @Test
  void shouldGiveUpEvenFewRingsThatAreSilentForLong() {
    pairs[3].send(8, 0);
    pollSet.progress();
    for (int i = 0; i < PollSet.LONG_SILENT_POLLS; i++) {
      assertThat(pollSet.polledCount()).isEqualTo(1);
      pollSet.progress();
    }
    for (int i = 0; i < 2 * PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      pollSet.progress();
    }
    assertThat(pollSet.polledCount()).isZero();

    pairs[3].send(8, 0);
    pollSet.progress();
    assertThat(pairs[3].received).isEqualTo(pairs[3].sent);
  }

  @Test
  void shouldTellSendersWhatIsTakenNowAndThenAndWhenItPollsNoMore() {
    pairs[5].send(8, 0);
    for (int i = 0; i < PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      pollSet.progress();
    }
    assertThat(pairs[5].outgoing.isDelivered()).as("after a survey").isTrue();

    pairs[5].send(8, 0);
    pollSet.progress();
    assertThat(pairs[5].received).hasSize(2);
    pollSet.forgetAll();
    assertThat(pairs[5].outgoing.isDelivered()).as("when it will sleep").isTrue();
  }

  @Test
  void shouldSurveyNowAndThenHoweverBusyTheRingsAre() {
    for (int i = 0; i < 10 * PollSet.POLLS_OF_OTHERS_PER_SURVEY; i++) {
      pollSet.progress();
    }
    assertThat(surveys).as("while nothing comes").isEqualTo(10);

    for (int i = 0; i < 10 * PollSet.POLLS_OF_OTHERS_PER_SURVEY * PollSet.BUSY_POLLS; i++) {
      pairs[5].send(8, 0);
      pollSet.progress();
    }
    assertThat(surveys).as("while a frame comes in every poll").isEqualTo(20);
  }

  @Test
  void shouldTakeNoMoreThanABatchFromOneRing() {
    for (int i = 0; i <= PollSet.FRAMES_PER_POLL; i++) {
      pairs[2].send(8, 0);
    }
    pairs[3].send(8, 0);

    pollSet.progress();

    assertThat(pairs[2].received).hasSize(PollSet.FRAMES_PER_POLL);
    assertThat(pairs[3].received).hasSize(1);
  }

  @Test
  void shouldLeaveABrokenRingAloneAndGoOnWithTheOthers() {
    pairs[2].send(8, 0);
    pairs[3].send(8, 0);
    pollSet.progress();

    pairs[2].part.putLong(
        SenderPartLayout.RING_OFFSET + RecordLayout.LINE_BYTES, 0x1234_5678_9ABC_DEF0L);
    for (int i = 0; i < 100; i++) {
      pairs[3].send(8, i % 40);
      pollSet.progress();
    }

    assertThat(broken).containsExactly(2);
    assertThat(pairs[2].received).hasSize(1);
    assertThat(pairs[3].received).isEqualTo(pairs[3].sent);
  }
}
