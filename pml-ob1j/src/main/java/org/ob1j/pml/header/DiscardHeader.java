package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The receiver does not want a message that began with a rendezvous, or not the rest of it: the
 * send is over.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |     Flags     |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |                        Reserved, zero                         |
 *  +---------------------------------------------------------------+
 *  |                       Send request slot                       |
 *  +---------------------------------------------------------------+
 *  |                    Send request generation                    |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class DiscardHeader {
  /** The header's length. */
  public static final int BYTES = 16;

  private static final int SEND_SLOT_OFFSET = 8;

  private DiscardHeader() {}

  /** Writes a whole header. */
  public static void write(Memory memory, int offset, long sendName) {
    memory.putLong(offset, HeaderType.DISCARD);
    memory.putLong(offset + SEND_SLOT_OFFSET, sendName);
  }

  /** The name of the send request: the generation above the slot. */
  public static long sendName(Memory memory, int offset) {
    return memory.getLong(offset + SEND_SLOT_OFFSET);
  }
}
