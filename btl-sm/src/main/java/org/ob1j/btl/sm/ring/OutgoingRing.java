package org.ob1j.btl.sm.ring;

import java.lang.invoke.VarHandle;
import java.nio.LongBuffer;
import org.ob1j.btl.Frame;
import org.ob1j.btl.sm.segment.PeerSegment;
import org.ob1j.btl.sm.segment.PeerSleep;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.btl.sm.segment.SenderPartLayout;
import org.ob1j.runtime.memory.Memory;

/**
 * The sender's side of the ring to one peer.
 *
 * <p>A pair begins with a ring of one page in the receiver's segment, and changes to a long one for
 * good ({@link LongRingSender}). Positions count all bytes ever sent, through both.
 *
 * <pre>
 *   begin            consumed                 position             end
 *     |  free          |  not taken yet         |  0 | room         |
 * </pre>
 */
public final class OutgoingRing {
  private final Memory header;
  private final Memory part;
  private final int doorbellOffset;
  private final long doorbellBit;
  private final PeerSleep receiverSleep;

  private Memory memory;
  private LongBuffer words;
  private int begin;
  private int end;

  /** Where the next record goes. */
  private int offset;

  /** How many bytes from there on are known to be free. */
  private int room;

  private long position;
  private long consumed;
  private boolean reserved;

  /**
   * @param segment the peer's
   * @param receiverSleep the peer's
   */
  public OutgoingRing(PeerSegment segment, PeerSleep receiverSleep) {
    header = segment.header();
    part = segment.ring();
    this.receiverSleep = receiverSleep;
    doorbellOffset = SegmentLayout.doorbellOffset(segment.index() / Long.SIZE);
    doorbellBit = 1L << segment.index();
    use(part, SenderPartLayout.RING_OFFSET, SenderPartLayout.RING_BYTES);
  }

  private void use(Memory newMemory, int newBegin, int ringBytes) {
    memory = newMemory;
    words = newMemory.longs();
    begin = newBegin;
    end = newBegin + ringBytes;
    offset = newBegin;
    room = 0;
  }

  /** Makes a frame of these lengths, or returns false if there is no room now. */
  public boolean reserve(Frame frame, int headerBytes, int payloadBytes) {
    if (reserved) {
      throw new IllegalStateException("a frame is reserved already; send or cancel it first");
    }
    int recordBytes = RecordLayout.recordBytes(headerBytes + payloadBytes);
    if (recordBytes > room && !makeRoom(recordBytes)) {
      return false;
    }
    reserved = true;
    int body = offset + RecordLayout.BODY_OFFSET;
    frame.setHeader(memory, body, headerBytes);
    frame.setPayload(memory, body + headerBytes, payloadBytes);
    return true;
  }

  /** Sends what is reserved. */
  public void send(Frame frame) {
    if (!reserved) {
      throw new IllegalStateException("no frame is reserved");
    }
    reserved = false;
    int headerBytes = frame.headerBytes();
    int payloadBytes = frame.payloadBytes();
    publish(
        RecordLayout.word(position, RecordLayout.FRAME, headerBytes, payloadBytes),
        RecordLayout.recordBytes(headerBytes + payloadBytes));
    ringDoorbell();
  }

  /** Gives back what is reserved. */
  public void cancel() {
    reserved = false;
  }

  /**
   * Sends a control message: its type and three words, or returns false if there is no room now.
   */
  public boolean sendControl(long type, long first, long second, long third) {
    int recordBytes = RecordLayout.recordBytes(RecordLayout.CONTROL_BYTES);
    if (reserved || recordBytes > room && !makeRoom(recordBytes)) {
      return false;
    }
    int body = offset + RecordLayout.BODY_OFFSET;
    memory.putLong(body, type);
    memory.putLong(body + 8, first);
    memory.putLong(body + 16, second);
    memory.putLong(body + 24, third);
    publish(
        RecordLayout.word(position, RecordLayout.CONTROL, 0, RecordLayout.CONTROL_BYTES),
        recordBytes);
    ringDoorbell();
    return true;
  }

  /** Sends everything through this ring from now on; false if there is no room to say so now. */
  boolean switchTo(Memory longRing) {
    if (reserved || RecordLayout.LINE_BYTES > room && !makeRoom(RecordLayout.LINE_BYTES)) {
      return false;
    }
    publish(RecordLayout.word(position, RecordLayout.SWITCH, 0, 0), RecordLayout.LINE_BYTES);
    use(longRing, 0, longRing.capacity());
    ringDoorbell();
    return true;
  }

  /** How many bytes have been sent. */
  public long position() {
    return position;
  }

  /** What the reader will poll next is 0 before it can get there. */
  private void publish(long word, int recordBytes) {
    int at = offset;
    int next = at + recordBytes;
    if (next == end) {
      next = begin;
    }
    words.put(next >> 3, 0);
    VarHandle.releaseFence();
    words.put(at >> 3, word);
    offset = next;
    position += recordBytes;
    room -= recordBytes;
  }

  /**
   * Wakes the receiver's interest unless it polls this ring anyway. No fence stands before the
   * test: a doorbell that is lost by it costs a delay, because the receiver polls each silent ring
   * in turn.
   */
  private void ringDoorbell() {
    if (part.getLong(SenderPartLayout.POLLED_OFFSET) == 0
        && (header.getLongAcquire(doorbellOffset) & doorbellBit) == 0) {
      callReceiver();
    }
  }

  private void callReceiver() {
    header.getAndBitwiseOrLong(doorbellOffset, doorbellBit);
    receiverSleep.wake();
  }

  /** True if the receiver has delivered all that was sent. */
  public boolean isDelivered() {
    refreshConsumed();
    return consumed == position;
  }

  /**
   * Looks what the receiver has taken, and goes on at the ring's start if the record does not fit
   * before its end. One line stays free, for the 0 behind a record.
   */
  private boolean makeRoom(int recordBytes) {
    refreshConsumed();
    long free = end - begin - RecordLayout.LINE_BYTES - (position - consumed);
    int untilEnd = end - offset;
    if (recordBytes > untilEnd) {
      if (free < untilEnd) {
        return false;
      }
      publish(RecordLayout.word(position, RecordLayout.WRAP, 0, 0), untilEnd);
      free -= untilEnd;
      untilEnd = end - begin;
    }
    room = (int) Math.min(free, untilEnd);
    return recordBytes <= room;
  }

  private void refreshConsumed() {
    long now = part.getLongAcquire(SenderPartLayout.CONSUMED_OFFSET);
    if (now < consumed || now > position) {
      throw new BrokenRingException(
          String.format(
              "it says that it took %d bytes; between %d and %d are possible",
              now, consumed, position));
    }
    consumed = now;
  }
}
