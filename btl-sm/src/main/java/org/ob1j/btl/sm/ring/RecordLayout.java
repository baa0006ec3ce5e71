package org.ob1j.btl.sm.ring;

/**
 * A record of a ring: a word, and one frame or control message behind it. It begins on a cache
 * line, takes whole lines, and lies in one piece.
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +-----------------------------------------------+---------------+
 *  |              payload length (24)              | header length |  0   the word, written last
 *  +---+-------------------------------------------+---------------+
 *  | K |                     stamp (30)                            |  4
 *  +---+-----------------------------------------------------------+
 *  |  header, then payload, then nothing up to the end of a line   |  8
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *   K kind
 * </pre>
 *
 * A word of 0 says that nothing is there yet. The sender writes it where the next record will be
 * before it writes the word of this one, so the reader has nothing to clear. The stamp is the
 * record's position in the stream of all lines, plus one, modulo 2^30.
 */
public final class RecordLayout {
  public static final int LINE_BYTES = 64;

  /** Where the frame begins in its record. */
  static final int BODY_OFFSET = 8;

  static final int FRAME = 0;

  /** A message of four words between transports. */
  static final int CONTROL = 1;

  /** Nothing more follows before the ring's end: the next record is at its start. */
  static final int WRAP = 2;

  /** The next record is at the start of the long ring, to which both have agreed. */
  static final int SWITCH = 3;

  static final int CONTROL_BYTES = 4 * Long.BYTES;

  private static final int LINE_SHIFT = 6;
  private static final int HEADER_SHIFT = 24;
  private static final int STAMP_SHIFT = 2;

  private RecordLayout() {}

  /** How many bytes of a ring a record takes. */
  static int recordBytes(int frameBytes) {
    return frameBytes + BODY_OFFSET + LINE_BYTES - 1 & -LINE_BYTES;
  }

  /**
   * The longest frame for a ring of this length: it fits behind a record that keeps it from
   * standing before the ring's end.
   */
  public static int longestFrameBytes(int ringBytes) {
    return ringBytes / 2 - LINE_BYTES - BODY_OFFSET;
  }

  static long word(long position, int kind, int headerBytes, int payloadBytes) {
    return (long) mark(position, kind) << Integer.SIZE
        | (long) headerBytes << HEADER_SHIFT
        | payloadBytes;
  }

  /** The upper half of a record's word. */
  static int mark(long position, int kind) {
    return (int) (position >>> LINE_SHIFT) + 1 << STAMP_SHIFT | kind;
  }

  static int markOf(long word) {
    return (int) (word >>> Integer.SIZE);
  }

  /** What a mark says the record is. */
  static int kindOf(int mark) {
    return mark & 3;
  }

  static int headerBytesOf(long word) {
    return (int) word >>> HEADER_SHIFT;
  }

  static int payloadBytesOf(long word) {
    return (int) word & 0xFFFFFF;
  }
}
