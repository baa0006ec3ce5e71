package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The header of a piece of a message that a rendezvous has begun.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |     Flags     |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |         Length: bytes of payload in this very frame           |
 *  +---------------------------------------------------------------+
 *  |                     Receive request slot                      |
 *  +---------------------------------------------------------------+
 *  |                  Receive request generation                   |
 *  +---------------------------------------------------------------+
 *  |          Offset of the payload in the message (64 bit)        |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class FragmentHeader {
  /** The header's length. */
  public static final int BYTES = 24;

  private static final int SLOT_OFFSET = 8;
  private static final int OFFSET_OFFSET = 16;

  private FragmentHeader() {}

  /** Writes a whole header. */
  public static void write(
      Memory memory, int offset, int slot, int generation, long messageOffset, int lengthBytes) {
    memory.putLong(offset, HeaderType.FRAG | (long) lengthBytes << 32);
    memory.putLong(offset + SLOT_OFFSET, RequestName.of(slot, generation));
    memory.putLong(offset + OFFSET_OFFSET, messageOffset);
  }

  public static int lengthBytesOf(long firstWord) {
    return (int) (firstWord >>> 32);
  }

  /** The name of the receive request: the generation above the slot. */
  public static long receiveName(Memory memory, int offset) {
    return memory.getLong(offset + SLOT_OFFSET);
  }

  public static long messageOffset(Memory memory, int offset) {
    return memory.getLong(offset + OFFSET_OFFSET);
  }
}
