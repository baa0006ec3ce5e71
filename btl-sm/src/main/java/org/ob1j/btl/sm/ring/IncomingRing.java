package org.ob1j.btl.sm.ring;

import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.btl.sm.copy.CopyBoard;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;

/**
 * The receiver's side of the ring from one peer.
 *
 * <p>The cursor advances before a frame is delivered; what was consumed is published after some
 * deliveries, or when nothing comes, so that the memory of a delivered frame stays the receiver's
 * during the call.
 */
public final class IncomingRing {
  /** What a control message asks for. */
  public interface ControlHandler {
    /** Called with the words of a control message. */
    void control(IncomingRing ring, long type, long first, long second, long third);
  }

  private final int index;
  private final Memory part;

  /** The engine's FrameDispatcher, as long as it is the only upper layer. */
  private final BtlReceiver receiver;

  private final ControlHandler controls;
  private final RejectionCounts rejections;
  private final int maxFrameBytes;

  private BtlEndpoint from;
  private int silentPolls;
  private long surveyedPosition;
  private boolean polled;

  private Memory memory;
  private LongBuffer words;
  private int begin;
  private int end;

  /** Where the next record will be. */
  private int offset;

  private long position;

  /** To which the sender may change; null if it has offered none. */
  private Memory longRing;

  private boolean usesLongRing;

  /** Null before the sender has asked for help. */
  private CopyBoard[] boards;

  /**
   * @param part see {@link SenderPartLayout}
   * @param index which ring of this rank's segment
   * @param maxFrameBytes longest frame that may come
   */
  public IncomingRing(
      Memory part,
      int index,
      int maxFrameBytes,
      BtlReceiver receiver,
      ControlHandler controls,
      RejectionCounts rejections) {
    this.part = part;
    this.index = index;
    this.maxFrameBytes = maxFrameBytes;
    this.receiver = receiver;
    this.controls = controls;
    this.rejections = rejections;
    use(part, SenderPartLayout.RING_OFFSET, SenderPartLayout.RING_BYTES);
  }

  private void use(Memory newMemory, int newBegin, int ringBytes) {
    memory = newMemory;
    words = newMemory.longs();
    begin = newBegin;
    end = newBegin + ringBytes;
    offset = newBegin;
  }

  int index() {
    return index;
  }

  /** Who sends into this ring. */
  public BtlEndpoint from() {
    return from;
  }

  public void setFrom(BtlEndpoint sender) {
    from = sender;
  }

  /** The sender may change to this ring, which it has offered. */
  public void acceptLongRing(Memory ring) {
    longRing = ring;
    part.putLongRelease(SenderPartLayout.LONG_RING_OFFSET, SenderPartLayout.LONG_RING_OPEN);
  }

  /** The sender has to do without the ring that it has offered. */
  public void refuseLongRing() {
    part.putLongRelease(SenderPartLayout.LONG_RING_OFFSET, SenderPartLayout.LONG_RING_REFUSED);
  }

  /** The board of a copy in which the sender asks for help. */
  public CopyBoard board(long number) {
    if (number < 0 || number >= SenderPartLayout.BOARDS) {
      throw new FrameRejectedException(Rejection.BAD_OFFSET, "copy board " + number);
    }
    if (boards == null) {
      boards = SenderPartLayout.boards(part);
    }
    return boards[(int) number];
  }

  public boolean hasLongRing() {
    return longRing != null;
  }

  /** Whether the poll set reads this ring in every poll. */
  boolean isPolled() {
    return polled;
  }

  /** Tells the sender, too, who need not ring the doorbell then. */
  void setPolled(boolean always) {
    polled = always;
    silentPolls = 0;
    part.putLongRelease(SenderPartLayout.POLLED_OFFSET, always ? 1 : 0);
  }

  /** Notes so many polls since this was last asked; returns how many have found nothing. */
  int noteSilence(int polls) {
    silentPolls = position == surveyedPosition ? silentPolls + polls : 0;
    surveyedPosition = position;
    return silentPolls;
  }

  /** How many bytes have been taken. */
  public long position() {
    return position;
  }

  /** Whether a record waits to be taken. */
  boolean isReady() {
    return words.get(offset >> 3) != 0;
  }

  /**
   * Delivers up to {@code limit} frames. Without a fence before it a loop of polls may read the
   * ring once.
   *
   * @return how many records were taken
   * @throws FrameRejectedException if the sender wrote what cannot be right: the ring is of no more
   *     use
   */
  int poll(int limit) {
    long word = words.get(offset >> 3);
    return word == 0 ? 0 : takeFrom(word, limit);
  }

  private int takeFrom(long first, int limit) {
    long word = first;
    int left = limit;
    do {
      // What the sender wrote before the word is read after it.
      VarHandle.acquireFence();
      take(word);
      left--;
      // One way out of the loop: with two, C2 copies what stands before the first, a frame's path.
      word = left == 0 ? 0 : words.get(offset >> 3);
    } while (word != 0);
    publishConsumed();
    return limit - left;
  }

  /** Tells the sender how much has been taken. */
  private void publishConsumed() {
    part.putLongRelease(SenderPartLayout.CONSUMED_OFFSET, position);
  }

  private void take(long word) {
    int headerBytes = RecordLayout.headerBytesOf(word);
    int payloadBytes = RecordLayout.payloadBytesOf(word);
    int frameBytes = headerBytes + payloadBytes;
    int recordBytes = RecordLayout.recordBytes(frameBytes);
    int at = offset;
    if (RecordLayout.markOf(word) != RecordLayout.mark(position, RecordLayout.FRAME)
        || (headerBytes & 7) != 0
        || headerBytes == 0
        || frameBytes > maxFrameBytes
        || recordBytes > end - at) {
      takeOther(word, headerBytes, payloadBytes);
      return;
    }
    advance(recordBytes);
    int body = at + RecordLayout.BODY_OFFSET;
    try {
      receiver.receive(from, memory, body, headerBytes, memory, body + headerBytes, payloadBytes);
    } catch (FrameRejectedException rejected) {
      rejections.count(rejected);
    }
  }

  private void advance(int recordBytes) {
    int next = offset + recordBytes;
    offset = next == end ? begin : next;
    position += recordBytes;
  }

  /** Anything but a frame. */
  private void takeOther(long word, int headerBytes, int payloadBytes) {
    int mark = RecordLayout.markOf(word);
    int kind = RecordLayout.kindOf(mark);
    if (mark != RecordLayout.mark(position, kind)) {
      throw rejected(
          Rejection.BAD_SEQUENCE,
          "mark " + mark + " where " + RecordLayout.mark(position, kind) + " must follow");
    }
    switch (kind) {
      case RecordLayout.CONTROL -> takeControl(headerBytes, payloadBytes);
      case RecordLayout.WRAP -> {
        requireNothing(headerBytes, payloadBytes);
        advance(end - offset);
      }
      case RecordLayout.SWITCH -> {
        requireNothing(headerBytes, payloadBytes);
        takeSwitch();
      }
      default ->
          throw rejected(
              Rejection.BAD_LENGTH,
              lengths(headerBytes, payloadBytes)
                  + ", "
                  + (end - offset)
                  + " bytes before the ring's end; a frame has at most "
                  + maxFrameBytes
                  + " bytes (btl_sm_max_send_size)");
    }
  }

  private void takeControl(int headerBytes, int payloadBytes) {
    int recordBytes = RecordLayout.recordBytes(RecordLayout.CONTROL_BYTES);
    if (headerBytes != 0
        || payloadBytes != RecordLayout.CONTROL_BYTES
        || recordBytes > end - offset) {
      throw rejected(
          Rejection.BAD_LENGTH, lengths(headerBytes, payloadBytes) + " in a control message");
    }
    int body = offset + RecordLayout.BODY_OFFSET;
    advance(recordBytes);
    controls.control(
        this,
        memory.getLong(body),
        memory.getLong(body + 8),
        memory.getLong(body + 16),
        memory.getLong(body + 24));
  }

  private void requireNothing(int headerBytes, int payloadBytes) {
    if ((headerBytes | payloadBytes) != 0) {
      throw rejected(
          Rejection.BAD_LENGTH, lengths(headerBytes, payloadBytes) + " where there can be none");
    }
  }

  private void takeSwitch() {
    if (longRing == null || usesLongRing) {
      throw rejected(Rejection.BAD_FRAMING, "a change to a ring that was not agreed upon");
    }
    advance(RecordLayout.LINE_BYTES);
    usesLongRing = true;
    use(longRing, 0, longRing.capacity());
  }

  private static String lengths(int headerBytes, int payloadBytes) {
    return "a header of " + headerBytes + " and a payload of " + payloadBytes + " bytes";
  }

  private FrameRejectedException rejected(Rejection rejection, String what) {
    return new FrameRejectedException(
        rejection, "ring " + index + ", byte " + position + ": " + what);
  }
}
