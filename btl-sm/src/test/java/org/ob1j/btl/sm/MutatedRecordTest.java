package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.runtime.memory.Memory;

/** A million frames that another process may have written: none crashes or hangs the reader. */
@Timeout(300)
class MutatedSlotTest {
  private static final int MUTATIONS = 1_000_000;
  private static final long SEED = 20_261_121;

  private final Map<FrameRejectedException.Rejection, Integer> rejected =
      new EnumMap<>(FrameRejectedException.Rejection.class);
  private final SegmentLayout layout = new SegmentLayout(3);
  private final Memory segment = Memory.allocate(layout.segmentBytes());
  private final Memory payloadRing = Memory.allocate(MemoryBudget.MIN_RING_BYTES);
  private final OutgoingRing answers =
      RingPair.newRing(layout, Memory.allocate(layout.segmentBytes()), 1);
  private final byte[] zeros = new byte[SlotLayout.RING_BYTES];
  private final Random random = new Random(SEED);
  private final Frame frame = new Frame();
  private int delivered;

  @Test
  void shouldRejectMutatedFramesByNameBesideVerifiedTraffic() {
    RingPair beside = new RingPair(layout, segment, 2).withPayloadRing(64 * 1024);

    for (int mutation = 0; mutation < MUTATIONS; mutation++) {
      mutateAndPoll(mutation);
      if (mutation % 4 == 0) {
        assertThat(beside.send(24, mutation % (mutation % 64 == 0 ? 4_000 : 100))).isTrue();
        beside.deliverAll();
      }
    }

    assertThat(beside.received).isEqualTo(beside.sent);
    assertThat(beside.rejections.total()).isZero();
    assertThat(rejected)
        .as("seed " + SEED + ", delivered " + delivered)
        .containsKeys(
            FrameRejectedException.Rejection.BAD_LENGTH,
            FrameRejectedException.Rejection.BAD_FRAMING,
            FrameRejectedException.Rejection.BAD_SEQUENCE,
            FrameRejectedException.Rejection.UNKNOWN_TYPE);
    assertThat(rejected.values().stream().mapToInt(count -> count).sum())
        .isGreaterThan(MUTATIONS / 4);
  }

  private void mutateAndPoll(int mutation) {
    segment.bytes().put(layout.slotsOffset(1), zeros);
    OutgoingRing outgoing = new OutgoingRing(segment, layout, 1, new PeerSleep(segment, 0));
    IncomingRing incoming = newIncoming();
    segment.putLong(layout.slotsConsumedOffset(1), 0);
    if (mutation % 3 == 0) {
      outgoing.usePayloadRing(payloadRing);
      incoming.usePayloadRing(payloadRing);
    }
    for (int i = 0; i < 3; i++) {
      if (outgoing.reserve(frame, 8 * (1 + random.nextInt(31)), random.nextInt(400))) {
        outgoing.send(frame);
      }
    }
    if (random.nextInt(8) == 0) {
      outgoing.sendControl(random.nextLong(), 1, 2, 3);
    }
    mutateSlot(random.nextInt((int) outgoing.position()));
    try {
      incoming.poll(16);
      incoming.poll(16);
    } catch (FrameRejectedException expected) {
      rejected.merge(expected.rejection(), 1, Integer::sum);
    }
  }

  /** Changes one bit, one byte, all of word 0, or only its lengths and kind. */
  private void mutateSlot(int slot) {
    int offset = layout.slotsOffset(1) + slot * SlotLayout.SLOT_BYTES;
    long word = segment.getLong(offset);
    segment.putLong(
        offset,
        switch (random.nextInt(4)) {
          case 0 -> word ^ 1L << random.nextInt(64);
          case 1 -> word ^ (long) random.nextInt(256) << 8 * random.nextInt(8);
          case 2 -> random.nextLong();
          default -> word & -1L << 34 | random.nextLong() & (1L << 34) - 1;
        });
  }

  private IncomingRing newIncoming() {
    IncomingRing incoming =
        new IncomingRing(
            segment,
            layout,
            1,
            RingPair.MAX_FRAME_BYTES,
            new Reader(),
            (ring, type, first, second, third) -> {
              throw new FrameRejectedException(
                  FrameRejectedException.Rejection.UNKNOWN_TYPE, "control message " + type);
            },
            new RejectionCounts());
    incoming.setFrom(null, answers);
    return incoming;
  }

  /** Reads every byte that it is given. */
  private final class Reader implements BtlReceiver {
    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      for (int i = 0; i < headerBytes; i += Long.BYTES) {
        header.getLong(headerOffset + i);
      }
      if (payload != null) {
        payload.getByte(payloadOffset);
        payload.getByte(payloadOffset + payloadBytes - 1);
      }
      check(headerBytes >= 8 && headerBytes <= BtlEndpoint.MAX_HEADER_BYTES);
      check(headerBytes + payloadBytes <= RingPair.MAX_FRAME_BYTES);
      delivered++;
    }

    private void check(boolean right) {
      if (!right) {
        throw new AssertionError("a frame of impossible lengths was delivered");
      }
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      throw cause;
    }
  }
}
