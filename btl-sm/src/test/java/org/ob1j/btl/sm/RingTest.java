package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.Frame;

class RingTest {
  @Test
  void shouldTakeSixtyFourFramesAndThenBeBusy() {
    RingPair pair = new RingPair(2, 1);

    for (int i = 0; i < SlotLayout.SLOTS; i++) {
      assertThat(pair.send(24, 32)).isTrue();
    }
    assertThat(pair.send(8, 0)).isFalse();

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

  @Test
  void shouldWrapPayloadsAtTheEndOfTheirRing() {
    RingPair pair = new RingPair(2, 1).withPayloadRing(64 * 1024);
    int busy = 0;

    for (int i = 0; i < 20_000; i++) {
      int headerBytes = i % 3 == 0 ? 128 : 24;
      int payloadBytes = i * 37 % (RingPair.MAX_FRAME_BYTES - 128);
      while (!pair.send(headerBytes, payloadBytes)) {
        busy++;
        pair.deliverAll();
      }
    }
    pair.deliverAll();

    assertThat(busy).isPositive();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldLeaveWhatIsNotReadYetAloneWhenItOwnsLinesAhead() {
    RingPair pair = new RingPair(2, 1).withPayloadRing(64 * 1024);
    int owned = 0;

    for (int i = 0; i < 20_000; i++) {
      while (!pair.send(24, 40 + i * 37 % 12_000)) {
        pair.incoming.poll(1);
      }
      owned += pair.outgoing.hasLinesToOwn() ? 1 : 0;
      pair.outgoing.ownNextLines();
      pair.outgoing.ownNextSlot();
      if (i % 3 == 0) {
        pair.incoming.poll(1 + i % 5);
      }
    }
    pair.deliverAll();

    assertThat(owned).isPositive();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldLeaveTheOldestFrameAloneWhenItOwnsTheNextSlotOfAFullRing() {
    RingPair pair = new RingPair(2, 1);
    while (pair.send(24, 8)) {
      // Until the ring is full.
    }

    pair.outgoing.ownNextSlot();

    pair.deliverAll();
    assertThat(pair.sent).hasSize(SlotLayout.SLOTS);
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldOwnTheSlotOfTheAnswerToAFrameThatWasWaitedFor() {
    RingPair pair = new RingPair(2, 1);
    Frame answer = new Frame();
    pair.answers.reserve(answer, 8, 0);
    answer.headerMemory().putLong(answer.headerOffset(), 0x1234);
    pair.answers.cancel();

    pair.send(24, 8);
    pair.deliverAll();
    assertThat(answer.headerMemory().getLong(answer.headerOffset())).isEqualTo(0x1234);

    pair.incoming.noteSilence(true);
    pair.send(24, 8);
    pair.deliverAll();
    assertThat(answer.headerMemory().getLong(answer.headerOffset())).isZero();
  }

  @Test
  void shouldLeaveAReservedFrameAloneWhenItOwnsTheNextSlot() {
    RingPair pair = new RingPair(2, 1);
    Frame frame = new Frame();
    assertThat(pair.outgoing.reserve(frame, 8, 8)).isTrue();
    frame.headerMemory().putLong(frame.headerOffset(), 0x1234);

    pair.outgoing.ownNextSlot();

    assertThat(frame.headerMemory().getLong(frame.headerOffset())).isEqualTo(0x1234);
  }

  @Test
  void shouldNeverBeBusyOnceEverythingIsTaken() {
    RingPair pair = new RingPair(2, 1).withPayloadRing(64 * 1024);

    for (int offset = 0; offset < 64 * 1024; offset += 64 * 7) {
      assertThat(pair.send(24, 64 * 7)).isTrue();
      pair.deliverAll();
      assertThat(pair.send(56, RingPair.MAX_FRAME_BYTES - 56)).as("at " + offset).isTrue();
      pair.deliverAll();
    }

    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldCarryPayloadsBySlotsWithoutAPayloadRing() {
    RingPair pair = new RingPair(2, 1);
    int[] lengths = {33, 88, 89, 500, 2_600, 2_665, 3_600, 10_000, RingPair.MAX_FRAME_BYTES - 248};

    for (int payloadBytes : lengths) {
      for (int headerBytes : new int[] {8, 24, 56, 64, 248}) {
        while (!pair.send(headerBytes, payloadBytes)) {
          pair.outgoing.drain();
          pair.incoming.poll(16);
        }
      }
    }
    pair.deliverAll();

    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldBeBusyWhileAStagedFrameIsNotThrough() {
    RingPair pair = new RingPair(2, 1);

    assertThat(pair.send(24, 10_000)).isTrue();
    assertThat(pair.send(8, 0)).isFalse();
    assertThat(pair.outgoing.sendControl(1, 0, 0, 0)).isFalse();

    pair.deliverAll();
    assertThat(pair.send(8, 0)).isTrue();
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Test
  void shouldKeepNothingOfACancelledFrame() {
    RingPair pair = new RingPair(2, 1).withPayloadRing(64 * 1024);

    for (int i = 0; i < 1_000; i++) {
      assertThat(pair.reserveAndCancel(24, i * 20)).isTrue();
      assertThat(pair.send(16, i)).isTrue();
      pair.deliverAll();
    }

    assertThat(pair.received).isEqualTo(pair.sent);
    assertThat(pair.incoming.position()).isEqualTo(1_000);
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
  void shouldRefuseConsumedPositionsThatCannotBe() {
    RingPair pair = new RingPair(2, 1);
    for (int i = 0; i < SlotLayout.SLOTS; i++) {
      pair.send(8, 0);
    }

    pair.segment.putLong(pair.layout.slotsConsumedOffset(1), 1_000);
    assertThatThrownBy(() -> pair.send(8, 0))
        .isInstanceOf(BrokenRingException.class)
        .hasMessageContaining("1000 slots");
    pair.segment.putLong(pair.layout.slotsConsumedOffset(1), -5);
    assertThatThrownBy(() -> pair.send(8, 0)).isInstanceOf(BrokenRingException.class);
  }

  @Test
  void shouldDeliverControlMessagesInOrderWithFrames() {
    RingPair pair = new RingPair(2, 1);

    pair.send(8, 0);
    assertThat(pair.outgoing.sendControl(7, 1, 2, 3)).isTrue();
    pair.send(8, 3);
    pair.deliverAll();

    assertThat(pair.controls).containsExactly(7L);
    assertThat(pair.received).isEqualTo(pair.sent);
  }

  @Property(tries = 200)
  void shouldDeliverWhateverIsSent(
      @ForAll long seed,
      @ForAll @IntRange(min = 0, max = 3) int ringChoice,
      @ForAll @IntRange(min = 1, max = 40) int pollEvery) {
    RingPair pair = new RingPair(3, 2);
    if (ringChoice > 0) {
      pair.withPayloadRing(MemoryBudget.MIN_RING_BYTES << ringChoice);
    }
    java.util.Random random = new java.util.Random(seed);
    for (int i = 0; i < 600; i++) {
      int headerBytes = 8 * (1 + random.nextInt(31));
      int longest = random.nextInt(10) == 0 ? RingPair.MAX_FRAME_BYTES - headerBytes : 150;
      int payloadBytes = random.nextInt(longest + 1);
      while (!pair.send(headerBytes, payloadBytes)) {
        pair.outgoing.drain();
        pair.incoming.poll(1 + random.nextInt(16));
      }
      if (i % pollEvery == 0) {
        pair.incoming.poll(16);
      }
    }
    pair.deliverAll();
    assertThat(pair.received).isEqualTo(pair.sent);
  }
}
