package org.ob1j.btl.sm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.Frame;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;

class RingTest {
  private static final int LINES = SenderPartLayout.RING_BYTES / RecordLayout.LINE_BYTES;

  /** One line stays free for the 0 behind the last record. */
  private static final int MOST_LINES = LINES - 1;

  private static final int LONGEST_LINES =
      lines(RecordLayout.longestFrameBytes(SenderPartLayout.RING_BYTES));

  private static int lines(int frameBytes) {
    return RecordLayout.recordBytes(frameBytes) / RecordLayout.LINE_BYTES;
  }

  /** Sends a frame whose record takes so many lines. */
  private static boolean sendLines(RingPair pair, int lines) {
    return pair.send(8, lines * RecordLayout.LINE_BYTES - RecordLayout.BODY_OFFSET - 8);
  }

  private static void sendAndTakeLines(RingPair pair, int lines) {
    for (int i = 0; i < lines; i++) {
      assertThat(sendLines(pair, 1)).isTrue();
      assertThat(pair.incoming.poll(1)).isEqualTo(1);
    }
  }

  @Test
  void shouldTakeWhatFitsAndThenBeBusyUntilThereIsRoomAgain() {
    RingPair pair = new RingPair(2, 1);

    for (int i = 0; i < MOST_LINES; i++) {
      assertThat(pair.send(24, 32)).isTrue();
    }
    assertThat(pair.send(8, 0)).isFalse();
    assertThat(pair.outgoing.sendControl(7, 1, 2, 3)).isFalse();

    assertThat(pair.incoming.poll(16)).isEqualTo(16);
    for (int i = 0; i < 16; i++) {
      assertThat(pair.send(24, i)).isTrue();
    }
    assertThat(pair.send(8, 0)).isFalse();
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldGoOnForManyLaps() {
    RingPair pair = new RingPair(2, 1);

    for (int i = 0; i < 100_000; i++) {
      assertThat(pair.send(24, i % 33)).isTrue();
      if (i % 61 == 0) {
        pair.deliverAll();
      }
    }
    pair.deliverAll();

    assertThat(pair.received).isEqualTo(pair.sent);
  }

  /** From every place, behind every number of lines not taken yet, a record of every length. */
  @Test
  void shouldTakeARecordOfAnyLengthAtAnyPlaceIfThereIsRoom() {
    for (int place = 0; place < LINES; place++) {
      for (int waiting = 0; waiting <= MOST_LINES; waiting++) {
        for (int lines = 1; lines <= LONGEST_LINES; lines++) {
          RingPair pair = new RingPair(2, 1);
          sendAndTakeLines(pair, (place - waiting + LINES) % LINES);
          for (int i = 0; i < waiting; i++) {
            assertThat(sendLines(pair, 1)).isTrue();
          }
          int untilEnd = LINES - place;
          int needed = lines <= untilEnd ? lines : untilEnd + lines;

          assertThat(sendLines(pair, lines))
              .as("%d lines at line %d behind %d that wait", lines, place, waiting)
              .isEqualTo(needed <= MOST_LINES - waiting);
          pair.deliverAll();
          assertThat(pair.received).isEqualTo(pair.sent);
        }
      }
    }
  }

  @Test
  void shouldNeverBeBusyOnceEverythingIsTaken() {
    RingPair pair = new RingPair(2, 1).withLongRing(64 * 1024);
    int longest = RecordLayout.longestFrameBytes(64 * 1024);

    for (int offset = 0; offset < 64 * 1024; offset += RecordLayout.LINE_BYTES) {
      assertThat(sendLines(pair, 7)).isTrue();
      pair.deliverAll();
      assertThat(pair.send(56, longest - 56)).as("at " + offset).isTrue();
      pair.deliverAll();
    }

    assertThat(pair.received).isEqualTo(pair.sent);
  }

  /** Whatever stands in a ring, the reader sees but what has been sent through it. */
  @Test
  void shouldPutAZeroBehindEachRecord() {
    RingPair pair = new RingPair(2, 1);
    int first = SenderPartLayout.RING_OFFSET;
    Random random = new Random(1);
    for (int lap = 0; lap < 1_000; lap++) {
      for (int i = Long.BYTES; i < SenderPartLayout.RING_BYTES && lap == 0; i += Long.BYTES) {
        pair.part.putLong(first + i, random.nextLong() | 1);
      }
      int frames = pair.sent.size();
      int more = 1 + random.nextInt(4);
      for (int i = 0; i < more; i++) {
        assertThat(sendLines(pair, 1 + random.nextInt(7))).isTrue();
      }
      pair.deliverAll();
      assertThat(pair.received).hasSize(frames + more).isEqualTo(pair.sent);
      assertThat(pair.incoming.isReady()).isFalse();
    }
  }

  @Test
  void shouldKeepNothingOfACancelledFrame() {
    RingPair pair = new RingPair(2, 1).withLongRing(64 * 1024);
    long before = pair.incoming.position();

    for (int i = 0; i < 1_000; i++) {
      assertThat(pair.reserveAndCancel(24, i * 20)).isTrue();
      assertThat(pair.send(16, i % 40)).isTrue();
      pair.deliverAll();
    }

    assertThat(pair.received).isEqualTo(pair.sent);
    assertThat(pair.incoming.position() - before)
        .isBetween(1_000L * RecordLayout.LINE_BYTES, 2_000L * RecordLayout.LINE_BYTES);
  }

  @Test
  void shouldRefuseASecondReservation() {
    RingPair pair = new RingPair(2, 1);
    Frame frame = new Frame();
    assertThat(pair.outgoing.reserve(frame, 24, 0)).isTrue();

    assertThatThrownBy(() -> pair.outgoing.reserve(frame, 24, 0))
        .isInstanceOf(IllegalStateException.class);
    pair.outgoing.cancel();
    assertThatThrownBy(() -> pair.outgoing.send(frame)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldLeaveAReservedFrameAloneWhateverElseIsAskedFor() {
    RingPair pair = new RingPair(2, 1);
    sendAndTakeLines(pair, LINES - 2);
    Memory longRing = pair.acceptLongRing(64 * 1024);
    Frame reserved = new Frame();
    assertThat(pair.outgoing.reserve(reserved, 8, 0)).isTrue();

    assertThat(pair.outgoing.sendControl(1, 2, 3, 4)).isFalse();
    assertThat(pair.outgoing.switchTo(longRing)).isFalse();
    assertThatThrownBy(() -> pair.outgoing.reserve(new Frame(), 8, 1_000))
        .isInstanceOf(IllegalStateException.class);

    assertThat(pair.incoming.isReady()).as("something is sent").isFalse();
    pair.outgoing.cancel();
    assertThat(pair.send(24, 500)).isTrue();
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldRefuseConsumedPositionsThatCannotBe() {
    RingPair pair = new RingPair(2, 1);
    while (pair.send(8, 0)) {
      // Until the ring is full.
    }
    int consumed = SenderPartLayout.CONSUMED_OFFSET;

    pair.part.putLong(consumed, SenderPartLayout.RING_BYTES);
    assertThatThrownBy(() -> pair.send(8, 0))
        .isInstanceOf(BrokenRingException.class)
        .hasMessage("it says that it took 4096 bytes; between 0 and 4032 are possible");
    pair.part.putLong(consumed, -5);
    assertThatThrownBy(() -> pair.send(8, 0)).isInstanceOf(BrokenRingException.class);
    assertThatThrownBy(pair.outgoing::isDelivered).isInstanceOf(BrokenRingException.class);

    pair.part.putLong(consumed, 128);
    assertThat(pair.send(8, 0)).isTrue();
    assertThat(pair.send(8, 0)).isTrue();
    pair.part.putLong(consumed, 64);
    assertThatThrownBy(() -> pair.send(8, 0))
        .as("less than before")
        .isInstanceOf(BrokenRingException.class);
  }

  @Test
  void shouldKnowWhetherAllIsDelivered() {
    RingPair pair = new RingPair(2, 1);
    assertThat(pair.outgoing.isDelivered()).as("nothing was sent").isTrue();

    pair.send(8, 3);
    pair.outgoing.switchTo(pair.acceptLongRing(64 * 1024));
    pair.send(8, 3_000);
    for (int records = 0; records < 3; records++) {
      assertThat(pair.outgoing.isDelivered()).as(records + " taken").isFalse();
      pair.incoming.poll(1);
    }

    assertThat(pair.outgoing.isDelivered()).isTrue();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldTellAfterEachPollWhatItHasTaken() {
    RingPair pair = new RingPair(2, 1);
    for (int i = 0; i < 3; i++) {
      assertThat(sendLines(pair, 1)).isTrue();
    }

    pair.incoming.poll(2);
    assertThat(pair.part.getLong(SenderPartLayout.CONSUMED_OFFSET))
        .isEqualTo(2L * SenderPartLayout.RING_BYTES / LINES);
    assertThat(pair.outgoing.isDelivered()).isFalse();
    pair.incoming.poll(2);

    assertThat(pair.outgoing.isDelivered()).isTrue();
  }

  @Test
  void shouldDeliverControlMessagesInOrderWithFrames() {
    RingPair pair = new RingPair(2, 1);

    pair.send(8, 0);
    assertThat(pair.outgoing.sendControl(7, 1, 2, 3)).isTrue();
    pair.send(8, 3);

    pair.incoming.poll(2);
    assertThat(pair.controls).containsExactly(7L);
    assertThat(pair.received).hasSize(1);
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  /** From every place, with every number of lines not taken yet. */
  @Test
  void shouldKeepTheOrderAcrossTheChangeToTheLongRing() {
    for (int place = 0; place < LINES; place++) {
      for (int waiting = 0; waiting <= MOST_LINES; waiting++) {
        RingPair pair = new RingPair(2, 1);
        sendAndTakeLines(pair, place);
        for (int i = 0; i < waiting; i++) {
          assertThat(sendLines(pair, 1)).isTrue();
        }
        Memory longRing = pair.acceptLongRing(8192);

        boolean changes = pair.outgoing.switchTo(longRing);

        assertThat(changes).as(waiting + " lines wait").isEqualTo(waiting < MOST_LINES);
        if (changes) {
          assertThat(pair.send(24, 1_000)).isTrue();
          assertThat(pair.send(24, 0)).isTrue();
          assertThat(pair.outgoing.sendControl(7, 1, 2, 3)).isTrue();
        }
        pair.deliverAll();
        assertThat(pair.received).isEqualTo(pair.sent);
        assertThat(pair.controls).hasSize(changes ? 1 : 0);
      }
    }
  }

  @Property(tries = 200)
  void shouldDeliverWhateverIsSent(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3) int ringChoice,
      @ForAll @IntRange(min = 1, max = 40) int pollEvery) {
    RingPair pair = new RingPair(3, 2);
    int ringBytes = ringChoice == 0 ? SenderPartLayout.RING_BYTES : 32 * 1024 << ringChoice;
    int changeAt = ringChoice == 0 ? -1 : Math.floorMod(seed, 300);
    int longest = RecordLayout.longestFrameBytes(SenderPartLayout.RING_BYTES);
    int busy = 0;
    Random random = new Random(seed);
    for (int i = 0; i < 600; i++) {
      if (i == changeAt) {
        Memory longRing = pair.acceptLongRing(ringBytes);
        while (!pair.outgoing.switchTo(longRing)) {
          pair.incoming.poll(1);
        }
        longest = Math.min(RingPair.MAX_FRAME_BYTES, RecordLayout.longestFrameBytes(ringBytes));
      }
      int headerBytes = 8 * (1 + random.nextInt(31));
      int most = random.nextInt(10) == 0 ? longest - headerBytes : 150;
      int payloadBytes = random.nextInt(most + 1);
      while (!pair.send(headerBytes, payloadBytes)) {
        busy++;
        if (pair.incoming.poll(1 + random.nextInt(16)) == 0) {
          assertThat(pair.outgoing.isDelivered()).isTrue();
        }
      }
      if (i % pollEvery == 0) {
        pair.incoming.poll(16);
      }
    }
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
    assertThat(ringChoice > 0 || pollEvery < 20 || busy > 0).as("was never busy").isTrue();
  }
}
