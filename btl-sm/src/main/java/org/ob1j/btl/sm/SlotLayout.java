package org.ob1j.btl.sm;

/**
 * A slot of a ring: one cache line.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-----------------------------------------------+---------------+
 *  |              payload length (24)              | header length |  0   word 0, written last
 *  +---+-------------------------------------------+---------------+
 *  | K |                     stamp (30)                            |  4
 *  +---+-----------------------------------------------------------+
 *  |                                                               |  8
 *  |              56 bytes: header, payload, or a piece            |
 *  |                                                               | 64
 *  +---------------------------------------------------------------+
 *   K kind. Header length 0: a control message.
 * </pre>
 *
 * The stamp is the slot's position in the stream of all slots, plus one, modulo 2^30: the reader
 * knows which one it waits for, so a slot never has to be cleared.
 */
final class SlotLayout {
  static final int SLOTS = 64;
  static final int SLOT_BYTES = 64;
  static final int RING_BYTES = SLOTS * SLOT_BYTES;

  /** Where a slot's own bytes begin. */
  static final int BODY_OFFSET = 8;

  static final int BODY_BYTES = SLOT_BYTES - BODY_OFFSET;

  /** Header and payload are in this slot. */
  static final int WHOLE = 0;

  /** The payload is in the payload ring; so is the header if it is longer than a body. */
  static final int IN_RING = 1;

  /** Header and payload, one after the other, begin here and go on in the slots that follow. */
  static final int CARRIED = 2;

  /** The next piece of what a carried frame began. */
  static final int CONTINUED = 3;

  static final int MAX_PAYLOAD_BYTES = (1 << 24) - 1;

  private static final int HEADER_SHIFT = 24;
  private static final int KIND_SHIFT = 32;
  private static final int STAMP_SHIFT = 34;
  private static final long STAMP_MASK = (1L << 30) - 1;

  private SlotLayout() {}

  static long word(long position, int kind, int headerBytes, int payloadBytes) {
    return stamp(position) << STAMP_SHIFT
        | (long) kind << KIND_SHIFT
        | (long) headerBytes << HEADER_SHIFT
        | payloadBytes;
  }

  static int offset(long position) {
    return ((int) position & SLOTS - 1) * SLOT_BYTES;
  }

  static long stamp(long position) {
    return position + 1 & STAMP_MASK;
  }

  /** The stamp that a slot holds until the frame of this position is written. */
  static long emptyStamp(long position) {
    return position < SLOTS ? 0 : stamp(position - SLOTS);
  }

  static long stampOf(long word) {
    return word >>> STAMP_SHIFT;
  }

  static int kindOf(long word) {
    return (int) (word >>> KIND_SHIFT) & 3;
  }

  static int headerBytesOf(long word) {
    return (int) (word >>> HEADER_SHIFT) & 0xFF;
  }

  static int payloadBytesOf(long word) {
    return (int) word & MAX_PAYLOAD_BYTES;
  }

  /** How many slots carry so many bytes. */
  static int slotsFor(int lengthBytes) {
    return (lengthBytes + BODY_BYTES - 1) / BODY_BYTES;
  }
}
