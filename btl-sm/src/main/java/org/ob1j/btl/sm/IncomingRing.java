package org.ob1j.btl.sm;

import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

/**
 * The receiver's side of the ring from one peer.
 *
 * <p>The cursor advances before a frame is delivered; what was consumed is published after a batch
 * of deliveries, so that the memory of a delivered frame stays the receiver's during the call.
 */
final class IncomingRing {
  /** What a control message asks for. */
  interface ControlHandler {
    /** Called with the words of a control message. */
    void control(IncomingRing ring, long type, long first, long second, long third);
  }

  private final int index;
  private final Memory segment;
  private final BtlReceiver receiver;
  private final ControlHandler controls;
  private final RejectionCounts rejections;
  private final int maxFrameBytes;
  private final int slotsOffset;
  private final int slotsConsumedOffset;
  private final int payloadConsumedOffset;

  private BtlEndpoint from;
  private OutgoingRing answers;
  private int silentPolls;
  private boolean polled;
  private long position;
  private long publishedPosition;
  private Memory payloadRing;
  private int ringBytes;
  private long payloadPosition;

  private Memory carried;
  private int carriedBytes;
  private int carriedHeaderBytes;
  private int collectedBytes;

  /**
   * @param segment this rank's segment
   * @param index which ring of it
   * @param maxFrameBytes longest frame that may come
   */
  IncomingRing(
      Memory segment,
      SegmentLayout layout,
      int index,
      int maxFrameBytes,
      BtlReceiver receiver,
      ControlHandler controls,
      RejectionCounts rejections) {
    this.segment = segment;
    this.index = index;
    this.maxFrameBytes = maxFrameBytes;
    this.receiver = receiver;
    this.controls = controls;
    this.rejections = rejections;
    slotsOffset = layout.slotsOffset(index);
    slotsConsumedOffset = layout.slotsConsumedOffset(index);
    payloadConsumedOffset = layout.payloadConsumedOffset(index);
  }

  int index() {
    return index;
  }

  /** Who sends into this ring; null until the first frame. */
  BtlEndpoint from() {
    return from;
  }

  /**
   * @param toSender whose next slot will probably hold the answer to a frame
   */
  void setFrom(BtlEndpoint sender, OutgoingRing toSender) {
    from = sender;
    answers = toSender;
  }

  /** Payloads of frames that say so are found in this ring from now on. */
  void usePayloadRing(Memory ring) {
    payloadRing = ring;
    ringBytes = ring.capacity();
  }

  boolean hasPayloadRing() {
    return payloadRing != null;
  }

  /** Whether the poll set looks at this ring at every poll. */
  boolean isPolled() {
    return polled;
  }

  void setPolled(boolean always) {
    polled = always;
    silentPolls = 0;
  }

  /** Notes whether a poll found something; returns how many polls in a row have not. */
  int noteSilence(boolean silent) {
    silentPolls = silent ? silentPolls + 1 : 0;
    return silentPolls;
  }

  /** How many slots have been taken. */
  long position() {
    return position;
  }

  /** Whether a slot waits to be taken. */
  boolean isReady() {
    long word = segment.getLongAcquire(slotsOffset + SlotLayout.offset(position));
    return SlotLayout.stampOf(word) != SlotLayout.emptyStamp(position);
  }

  /**
   * Delivers up to {@code limit} frames.
   *
   * @return how many slots were taken
   * @throws FrameRejectedException if the sender wrote what cannot be right: the ring is of no more
   *     use
   */
  int poll(int limit) {
    long first = position;
    int frames = 0;
    while (frames < limit) {
      int slot = slotsOffset + SlotLayout.offset(position);
      long word = segment.getLongAcquire(slot);
      if (SlotLayout.stampOf(word) != SlotLayout.stamp(position)) {
        checkEmpty(word);
        break;
      }
      position++;
      frames += take(word, slot + SlotLayout.BODY_OFFSET);
    }
    if (position != publishedPosition) {
      publishedPosition = position;
      segment.putLong(payloadConsumedOffset, payloadPosition);
      segment.putLongRelease(slotsConsumedOffset, position);
    }
    return (int) (position - first);
  }

  private int take(long word, int body) {
    int kind = SlotLayout.kindOf(word);
    int headerBytes = SlotLayout.headerBytesOf(word);
    int payloadBytes = SlotLayout.payloadBytesOf(word);
    if (carriedBytes != 0) {
      return collect(kind, headerBytes, payloadBytes, body);
    }
    if (kind == SlotLayout.WHOLE) {
      takeWhole(headerBytes, payloadBytes, body);
      return 1;
    }
    if (kind == SlotLayout.CONTINUED) {
      throw rejected(Rejection.BAD_FRAMING, "a piece of a carried frame that has not begun");
    }
    checkLengths(headerBytes, payloadBytes);
    if (kind == SlotLayout.IN_RING) {
      takeFromRing(headerBytes, payloadBytes, body);
      return 1;
    }
    begin(headerBytes, payloadBytes, body);
    return 0;
  }

  private void takeWhole(int headerBytes, int payloadBytes, int body) {
    if (headerBytes == 0 && payloadBytes == 0) {
      controls.control(
          this,
          segment.getLong(body),
          segment.getLong(body + 8),
          segment.getLong(body + 16),
          segment.getLong(body + 24));
      return;
    }
    if (headerBytes + payloadBytes > SlotLayout.BODY_BYTES || !isHeaderLength(headerBytes)) {
      throw rejected(Rejection.BAD_LENGTH, lengths(headerBytes, payloadBytes) + " in one slot");
    }
    deliver(
        segment,
        body,
        headerBytes,
        payloadBytes == 0 ? null : segment,
        body + headerBytes,
        payloadBytes);
    if (silentPolls != 0) {
      // Who has waited will perhaps answer; in a stream of frames it would only cost time.
      answers.ownNextSlot();
    }
  }

  private void takeFromRing(int headerBytes, int payloadBytes, int body) {
    int frameBytes = PayloadRingLayout.frameBytes(headerBytes, payloadBytes);
    if (frameBytes > ringBytes / 2 || headerBytes + payloadBytes <= SlotLayout.BODY_BYTES) {
      throw rejected(
          Rejection.BAD_FRAMING,
          lengths(headerBytes, payloadBytes) + " in a payload ring of " + ringBytes + " bytes");
    }
    long start = PayloadRingLayout.start(payloadPosition, frameBytes, ringBytes);
    payloadPosition = start + frameBytes;
    int offset = (int) start & ringBytes - 1;
    int headerInRing = PayloadRingLayout.headerInRingBytes(headerBytes);
    deliver(
        headerInRing == 0 ? segment : payloadRing,
        headerInRing == 0 ? body : offset,
        headerBytes,
        payloadBytes == 0 ? null : payloadRing,
        offset + headerInRing,
        payloadBytes);
  }

  private void begin(int headerBytes, int payloadBytes, int body) {
    int totalBytes = headerBytes + payloadBytes;
    if (totalBytes <= SlotLayout.BODY_BYTES) {
      throw rejected(
          Rejection.BAD_FRAMING, lengths(headerBytes, payloadBytes) + " need not be carried");
    }
    if (carried == null || carried.capacity() < totalBytes) {
      carried = Memory.allocate(Math.max(totalBytes, SlotLayout.RING_BYTES));
    }
    carried.copyFrom(0, segment, body, SlotLayout.BODY_BYTES);
    carriedBytes = totalBytes;
    carriedHeaderBytes = headerBytes;
    collectedBytes = SlotLayout.BODY_BYTES;
  }

  private int collect(int kind, int headerBytes, int pieceBytes, int body) {
    int expectedBytes = Math.min(SlotLayout.BODY_BYTES, carriedBytes - collectedBytes);
    if (kind != SlotLayout.CONTINUED || headerBytes != 0 || pieceBytes != expectedBytes) {
      throw rejected(
          Rejection.BAD_FRAMING,
          "kind "
              + kind
              + " with "
              + lengths(headerBytes, pieceBytes)
              + " where a piece of "
              + expectedBytes
              + " bytes must follow");
    }
    carried.copyFrom(collectedBytes, segment, body, pieceBytes);
    collectedBytes += pieceBytes;
    if (collectedBytes < carriedBytes) {
      return 0;
    }
    int payloadBytes = carriedBytes - carriedHeaderBytes;
    carriedBytes = 0;
    deliver(
        carried,
        0,
        carriedHeaderBytes,
        payloadBytes == 0 ? null : carried,
        carriedHeaderBytes,
        payloadBytes);
    return 1;
  }

  private void deliver(
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    try {
      receiver.receive(
          from, header, headerOffset, headerBytes, payload, payloadOffset, payloadBytes);
    } catch (FrameRejectedException rejected) {
      rejections.count(rejected);
    }
  }

  private void checkEmpty(long word) {
    if (SlotLayout.stampOf(word) != SlotLayout.emptyStamp(position)) {
      throw rejected(
          Rejection.BAD_SEQUENCE,
          "stamp "
              + SlotLayout.stampOf(word)
              + " where "
              + SlotLayout.stamp(position)
              + " must follow");
    }
  }

  private void checkLengths(int headerBytes, int payloadBytes) {
    if (!isHeaderLength(headerBytes) || headerBytes + payloadBytes > maxFrameBytes) {
      throw rejected(
          Rejection.BAD_LENGTH,
          lengths(headerBytes, payloadBytes)
              + "; a frame has at most "
              + maxFrameBytes
              + " bytes (btl_sm_max_send_size)");
    }
  }

  private static boolean isHeaderLength(int headerBytes) {
    return headerBytes >= Long.BYTES && headerBytes % Long.BYTES == 0;
  }

  private static String lengths(int headerBytes, int payloadBytes) {
    return "a header of " + headerBytes + " and a payload of " + payloadBytes + " bytes";
  }

  private FrameRejectedException rejected(Rejection rejection, String what) {
    return new FrameRejectedException(
        rejection, "ring " + index + ", slot " + (position - 1) + ": " + what);
  }
}
