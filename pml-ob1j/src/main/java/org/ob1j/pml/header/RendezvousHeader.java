package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The header that begins a rendezvous: a {@link MatchHeader} of type RNDV, then the message's
 * length and the name of the sender's request, which the ACK gives back.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------------------------------------------------------+
 *  |                     Match header, 24 bytes                    |
 *  +---------------------------------------------------------------+
 *  |                   Message length in bytes                     |
 *  |                           (64 bit)                            |
 *  +---------------------------------------------------------------+
 *  |                       Send request slot                       |
 *  +---------------------------------------------------------------+
 *  |                    Send request generation                    |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class RendezvousHeader {
  /** The header's length. */
  public static final int BYTES = MatchHeader.BYTES + 16;

  private static final int MESSAGE_LENGTH_OFFSET = 24;
  private static final int SLOT_OFFSET = 32;

  private RendezvousHeader() {}

  /** Writes the part after the match header. */
  public static void writeRest(
      Memory memory, int offset, long messageBytes, int slot, int generation) {
    memory.putLong(offset + MESSAGE_LENGTH_OFFSET, messageBytes);
    memory.putLong(offset + SLOT_OFFSET, RequestName.of(slot, generation));
  }

  public static long messageBytes(Memory memory, int offset) {
    return memory.getLong(offset + MESSAGE_LENGTH_OFFSET);
  }

  /** The name of the send request: the generation above the slot. */
  public static long sendName(Memory memory, int offset) {
    return memory.getLong(offset + SLOT_OFFSET);
  }
}
