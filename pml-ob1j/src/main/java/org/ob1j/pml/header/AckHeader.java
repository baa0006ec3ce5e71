package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The receiver's answer to a rendezvous: it has matched, and wants these bytes as fragments. No
 * bytes are wanted if the rendezvous carried all that fits the receive buffer.
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
 *  |                     Receive request slot                      |
 *  +---------------------------------------------------------------+
 *  |                  Receive request generation                   |
 *  +---------------------------------------------------------------+
 *  |            Offset of the first byte wanted (64 bit)           |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |               Number of bytes wanted (64 bit)                 |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |   Bytes of the message that the receiver takes in all (64 bit)|
 *  |                                                               |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class AckHeader {
  /** The header's length. */
  public static final int BYTES = 48;

  private static final int SEND_SLOT_OFFSET = 8;
  private static final int RECEIVE_SLOT_OFFSET = 16;
  private static final int RECEIVE_GENERATION_OFFSET = 20;
  private static final int OFFSET_OFFSET = 24;
  private static final int WANTED_OFFSET = 32;
  private static final int TAKEN_OFFSET = 40;

  private AckHeader() {}

  /** Writes a whole header. */
  public static void write(
      Memory memory,
      int offset,
      long sendName,
      int receiveSlot,
      int receiveGeneration,
      long firstByte,
      long wantedBytes,
      long takenBytes) {
    memory.putLong(offset, HeaderType.ACK);
    memory.putLong(offset + SEND_SLOT_OFFSET, sendName);
    memory.putLong(offset + RECEIVE_SLOT_OFFSET, RequestName.of(receiveSlot, receiveGeneration));
    memory.putLong(offset + OFFSET_OFFSET, firstByte);
    memory.putLong(offset + WANTED_OFFSET, wantedBytes);
    memory.putLong(offset + TAKEN_OFFSET, takenBytes);
  }

  /** The name of the send request: the generation above the slot. */
  public static long sendName(Memory memory, int offset) {
    return memory.getLong(offset + SEND_SLOT_OFFSET);
  }

  public static int receiveSlot(Memory memory, int offset) {
    return memory.getInt(offset + RECEIVE_SLOT_OFFSET);
  }

  public static int receiveGeneration(Memory memory, int offset) {
    return memory.getInt(offset + RECEIVE_GENERATION_OFFSET);
  }

  public static long firstByte(Memory memory, int offset) {
    return memory.getLong(offset + OFFSET_OFFSET);
  }

  public static long wantedBytes(Memory memory, int offset) {
    return memory.getLong(offset + WANTED_OFFSET);
  }

  /** How much of the message the receiver takes in all, by whatever ways. */
  public static long takenBytes(Memory memory, int offset) {
    return memory.getLong(offset + TAKEN_OFFSET);
  }
}
