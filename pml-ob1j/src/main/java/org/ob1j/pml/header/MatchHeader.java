package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The header of an eager message, and the beginning of a {@link RendezvousHeader}: everything that
 * matching needs.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      | Message flags |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |                          Context id                           |
 *  +---------------------------------------------------------------+
 *  |              Source: rank in the communicator                 |
 *  +---------------------------------------------------------------+
 *  |                             Tag                               |
 *  +---------------------------------------------------------------+
 *  |      Sequence: counts messages from source in this context    |
 *  +---------------------------------------------------------------+
 *  |         Length: bytes of payload in this very frame           |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class MatchHeader {
  /** The header's length. */
  public static final int BYTES = 24;

  private static final int CONTEXT_OFFSET = 4;
  private static final int SOURCE_OFFSET = 8;
  private static final int TAG_OFFSET = 12;
  private static final int SEQUENCE_OFFSET = 16;
  private static final int LENGTH_OFFSET = 20;

  private MatchHeader() {}

  /** Writes a header as three words, which costs less than eight fields. */
  public static void write(
      Memory memory,
      int offset,
      int type,
      int flags,
      int context,
      int source,
      int tag,
      int sequence,
      int lengthBytes) {
    memory.putLong(offset, type | flags << 8 | (long) context << 32);
    memory.putLong(offset + SOURCE_OFFSET, source & 0xFFFFFFFFL | (long) tag << 32);
    memory.putLong(offset + SEQUENCE_OFFSET, sequence & 0xFFFFFFFFL | (long) lengthBytes << 32);
  }

  public static int context(Memory memory, int offset) {
    return memory.getInt(offset + CONTEXT_OFFSET);
  }

  public static int source(Memory memory, int offset) {
    return memory.getInt(offset + SOURCE_OFFSET);
  }

  public static int tag(Memory memory, int offset) {
    return memory.getInt(offset + TAG_OFFSET);
  }

  public static int sequence(Memory memory, int offset) {
    return memory.getInt(offset + SEQUENCE_OFFSET);
  }

  public static int lengthBytes(Memory memory, int offset) {
    return memory.getInt(offset + LENGTH_OFFSET);
  }
}
