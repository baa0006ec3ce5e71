package org.ob1j.btl.sm;

import org.ob1j.btl.Frame;
import org.ob1j.runtime.memory.Memory;

/**
 * The sender's side of the ring to one peer.
 *
 * <p>The longest frames that are carried by slots do not fit into the ring at once: they are staged
 * in private memory and put into slots as these become free, by {@link #drain}.
 */
final class OutgoingRing {
  /** Carried frames of so many slots or fewer enter the ring at once or not at all. */
  static final int WHOLE_SLOTS = 48;

  /** Longer frames win little: most of their lines are written while others are read. */
  static final int OWNED_AHEAD_BYTES = 4096;

  private static final int NOT_RESERVED = -1;

  private final Memory segment;
  private final int slotsOffset;
  private final int slotsConsumedOffset;
  private final int payloadConsumedOffset;
  private final int polledOffset;
  private final int doorbellOffset;
  private final long doorbellBit;
  private final PeerSleep receiverSleep;

  private long position;
  private long slotsConsumed;
  private Memory payloadRing;
  private int ringBytes;
  private long payloadPosition;
  private long payloadConsumed;
  private int lastFrameBytes;

  private int reservedKind = NOT_RESERVED;
  private long reservedPayloadEnd;
  private Memory staging;
  private int stagedBytes;
  private int stagedHeaderBytes;
  private int drainedBytes;

  /**
   * @param segment the peer's segment
   * @param ring this rank's ring in it
   * @param receiverSleep the peer's
   */
  OutgoingRing(Memory segment, SegmentLayout layout, int ring, PeerSleep receiverSleep) {
    this.segment = segment;
    this.receiverSleep = receiverSleep;
    slotsOffset = layout.slotsOffset(ring);
    slotsConsumedOffset = layout.slotsConsumedOffset(ring);
    payloadConsumedOffset = layout.payloadConsumedOffset(ring);
    polledOffset = layout.polledOffset(ring);
    doorbellOffset = layout.doorbellOffset(ring / Long.SIZE);
    doorbellBit = 1L << ring;
  }

  /** From now on longer payloads go through this ring. */
  void usePayloadRing(Memory ring) {
    payloadRing = ring;
    ringBytes = ring.capacity();
  }

  /** Makes a frame of these lengths, or returns false if there is no room now. */
  boolean reserve(Frame frame, int headerBytes, int payloadBytes) {
    if (reservedKind != NOT_RESERVED) {
      throw new IllegalStateException("a frame is reserved already; send or cancel it first");
    }
    if (stagedBytes != 0) {
      return false;
    }
    if (headerBytes + payloadBytes <= SlotLayout.BODY_BYTES) {
      return reserveWhole(frame, headerBytes, payloadBytes);
    }
    int frameBytes = PayloadRingLayout.frameBytes(headerBytes, payloadBytes);
    return frameBytes <= ringBytes / 2
        ? reserveInRing(frame, headerBytes, payloadBytes, frameBytes)
        : reserveCarried(frame, headerBytes, payloadBytes);
  }

  private boolean reserveWhole(Frame frame, int headerBytes, int payloadBytes) {
    if (!hasFree(1)) {
      return false;
    }
    int body = slotsOffset + SlotLayout.offset(position) + SlotLayout.BODY_OFFSET;
    frame.setHeader(segment, body, headerBytes);
    frame.setPayload(payloadBytes == 0 ? null : segment, body + headerBytes, payloadBytes);
    reservedKind = SlotLayout.WHOLE;
    return true;
  }

  private boolean reserveInRing(Frame frame, int headerBytes, int payloadBytes, int frameBytes) {
    long start = PayloadRingLayout.start(payloadPosition, frameBytes, ringBytes);
    long end = start + frameBytes;
    if (!hasFree(1) || end - payloadConsumed > ringBytes && !refreshPayload(end)) {
      return false;
    }
    int offset = (int) start & ringBytes - 1;
    int headerInRing = PayloadRingLayout.headerInRingBytes(headerBytes);
    if (headerInRing == 0) {
      int body = slotsOffset + SlotLayout.offset(position) + SlotLayout.BODY_OFFSET;
      frame.setHeader(segment, body, headerBytes);
    } else {
      frame.setHeader(payloadRing, offset, headerBytes);
    }
    frame.setPayload(payloadBytes == 0 ? null : payloadRing, offset + headerInRing, payloadBytes);
    reservedPayloadEnd = end;
    reservedKind = SlotLayout.IN_RING;
    return true;
  }

  private boolean reserveCarried(Frame frame, int headerBytes, int payloadBytes) {
    int totalBytes = headerBytes + payloadBytes;
    int slots = SlotLayout.slotsFor(totalBytes);
    if (!hasFree(slots <= WHOLE_SLOTS ? slots : 1)) {
      return false;
    }
    if (staging == null || staging.capacity() < totalBytes) {
      staging = Memory.allocate(Math.max(totalBytes, SlotLayout.RING_BYTES));
    }
    frame.setHeader(staging, 0, headerBytes);
    frame.setPayload(payloadBytes == 0 ? null : staging, headerBytes, payloadBytes);
    reservedKind = SlotLayout.CARRIED;
    return true;
  }

  /** Sends what is reserved; false if part of it still has to be drained. */
  boolean send(Frame frame) {
    int kind = reservedKind;
    if (kind == NOT_RESERVED) {
      throw new IllegalStateException("no frame is reserved");
    }
    reservedKind = NOT_RESERVED;
    if (kind == SlotLayout.CARRIED) {
      stagedBytes = frame.headerBytes() + frame.payloadBytes();
      stagedHeaderBytes = frame.headerBytes();
      drainedBytes = 0;
      return drain();
    }
    if (kind == SlotLayout.IN_RING) {
      lastFrameBytes = (int) (reservedPayloadEnd - payloadPosition);
      payloadPosition = reservedPayloadEnd;
    }
    publish(kind, frame.headerBytes(), frame.payloadBytes());
    ring();
    return true;
  }

  /** Whether the last frame went through the payload ring, so that the next one probably will. */
  boolean hasLinesToOwn() {
    return lastFrameBytes != 0;
  }

  /**
   * Takes the cache lines that a next frame like the last one would be written to away from the
   * receiver, which has read them a lap ago: while the sender waits, and not between the next frame
   * and its receiver. What is written to them does not matter, as they are free.
   */
  void ownNextLines() {
    int offset = (int) payloadPosition & ringBytes - 1;
    int end = offset + Math.min(lastFrameBytes, OWNED_AHEAD_BYTES);
    lastFrameBytes = 0;
    if (end <= ringBytes && payloadPosition + end - offset - payloadConsumed <= ringBytes) {
      for (int line = offset; line < end; line += PayloadRingLayout.ALIGNMENT) {
        payloadRing.putLong(line, 0);
      }
    }
  }

  /**
   * Takes the cache line of the next slot away from the receiver, which polls it, when a frame of
   * the receiver's has come: the answer's stores need not wait for the line then. Good some ten
   * nanoseconds before the answer; earlier, the receiver has fetched the line back. What is written
   * does not matter, as the slot is free.
   */
  void ownNextSlot() {
    if (reservedKind == NOT_RESERVED && position - slotsConsumed < SlotLayout.SLOTS) {
      segment.putLong(slotsOffset + SlotLayout.offset(position) + SlotLayout.BODY_OFFSET, 0);
    }
  }

  /** Gives back what is reserved. */
  void cancel() {
    if (reservedKind == NOT_RESERVED) {
      throw new IllegalStateException("no frame is reserved");
    }
    reservedKind = NOT_RESERVED;
  }

  /** Puts what is staged into free slots; true if nothing is left. */
  boolean drain() {
    if (stagedBytes == 0) {
      return true;
    }
    long before = position;
    while (drainedBytes < stagedBytes && hasFree(1)) {
      int pieceBytes = Math.min(SlotLayout.BODY_BYTES, stagedBytes - drainedBytes);
      int body = slotsOffset + SlotLayout.offset(position) + SlotLayout.BODY_OFFSET;
      segment.copyFrom(body, staging, drainedBytes, pieceBytes);
      if (drainedBytes == 0) {
        publish(SlotLayout.CARRIED, stagedHeaderBytes, stagedBytes - stagedHeaderBytes);
      } else {
        publish(SlotLayout.CONTINUED, 0, pieceBytes);
      }
      drainedBytes += pieceBytes;
    }
    if (position != before) {
      ring();
    }
    if (drainedBytes == stagedBytes) {
      stagedBytes = 0;
    }
    return stagedBytes == 0;
  }

  /** Sends a control message of three words, or returns false if there is no room now. */
  boolean sendControl(long type, long first, long second, long third) {
    if (stagedBytes != 0 || reservedKind != NOT_RESERVED || !hasFree(1)) {
      return false;
    }
    int body = slotsOffset + SlotLayout.offset(position) + SlotLayout.BODY_OFFSET;
    segment.putLong(body, type);
    segment.putLong(body + 8, first);
    segment.putLong(body + 16, second);
    segment.putLong(body + 24, third);
    publish(SlotLayout.WHOLE, 0, 0);
    ring();
    return true;
  }

  /** How many slots have been sent. */
  long position() {
    return position;
  }

  private void publish(int kind, int headerBytes, int payloadBytes) {
    segment.putLongRelease(
        slotsOffset + SlotLayout.offset(position),
        SlotLayout.word(position, kind, headerBytes, payloadBytes));
    position++;
  }

  /**
   * Wakes the receiver's interest unless it polls this ring anyway. No fence stands before the
   * test: a doorbell that is lost by it costs a delay, because the receiver looks at each silent
   * ring in turn.
   */
  private void ring() {
    if (segment.getLongAcquire(polledOffset) == 0
        && (segment.getLongAcquire(doorbellOffset) & doorbellBit) == 0) {
      callReceiver();
    }
  }

  private void callReceiver() {
    segment.getAndBitwiseOrLong(doorbellOffset, doorbellBit);
    receiverSleep.wake();
  }

  /** True if the receiver has delivered all that was sent. */
  boolean isDelivered() {
    refreshSlots(0);
    return slotsConsumed == position;
  }

  private boolean hasFree(int slots) {
    return position + slots - slotsConsumed <= SlotLayout.SLOTS || refreshSlots(slots);
  }

  private boolean refreshSlots(int slots) {
    long consumed = segment.getLongAcquire(slotsConsumedOffset);
    if (consumed < slotsConsumed || consumed > position) {
      throw new BrokenRingException(
          String.format(
              "it says that it took %d slots; between %d and %d are possible",
              consumed, slotsConsumed, position));
    }
    slotsConsumed = consumed;
    return position + slots - consumed <= SlotLayout.SLOTS;
  }

  private boolean refreshPayload(long end) {
    long ordered = segment.getLongAcquire(slotsConsumedOffset);
    long consumed = segment.getLong(payloadConsumedOffset);
    if (ordered < 0 || consumed < payloadConsumed || consumed > payloadPosition) {
      throw new BrokenRingException(
          String.format(
              "it says that it took payload up to %d; between %d and %d is possible",
              consumed, payloadConsumed, payloadPosition));
    }
    payloadConsumed = consumed;
    return end - consumed <= ringBytes;
  }
}
