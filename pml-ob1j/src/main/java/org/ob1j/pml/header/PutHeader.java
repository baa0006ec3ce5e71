package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The receiver of a message asks its sender to put a part of it. The payload is the key of the
 * registered memory.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |     Flags     |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |           Length of the key: the payload of this frame        |
 *  +---------------------------------------------------------------+
 *  |                       Send request slot                       |
 *  +---------------------------------------------------------------+
 *  |                    Send request generation                    |
 *  +---------------------------------------------------------------+
 *  |                     Receive request slot                      |
 *  +---------------------------------------------------------------+
 *  |                  Receive request generation                   |
 *  +---------------------------------------------------------------+
 *  |          Offset of the part in the message (64 bit)           |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                Length of the part (64 bit)                    |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |         Offset of its place in the memory (64 bit)            |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |   Bytes of the message that the receiver takes in all (64 bit)|
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |         Number of the part: counts PUTs of the receive        |
 *  +---------------------------------------------------------------+
 *  |                        Reserved, zero                         |
 *  +---------------------------------------------------------------+
 * </pre>
 *
 * @param sendName the request that is asked: the generation above the slot
 * @param receiveName the request that asks
 * @param messageOffset where in the message the part begins
 * @param lengthBytes the part's length
 * @param remoteOffset where in the registered memory the part begins
 * @param takenBytes how much of the message the receiver takes in all, by whatever ways
 * @param number which PUT of the receive this is, from 0
 */
public record PutHeader(
    long sendName,
    long receiveName,
    long messageOffset,
    long lengthBytes,
    long remoteOffset,
    long takenBytes,
    int number) {
  /** The header's length. */
  public static final int BYTES = 64;

  private static final int SEND_NAME_OFFSET = 8;
  private static final int RECEIVE_NAME_OFFSET = 16;
  private static final int MESSAGE_OFFSET_OFFSET = 24;
  private static final int LENGTH_OFFSET = 32;
  private static final int REMOTE_OFFSET_OFFSET = 40;
  private static final int TAKEN_OFFSET = 48;
  private static final int NUMBER_OFFSET = 56;

  /** Writes the header. */
  public void write(Memory memory, int offset, int keyBytes) {
    memory.putLong(offset, HeaderType.PUT | (long) keyBytes << 32);
    memory.putLong(offset + SEND_NAME_OFFSET, sendName);
    memory.putLong(offset + RECEIVE_NAME_OFFSET, receiveName);
    memory.putLong(offset + MESSAGE_OFFSET_OFFSET, messageOffset);
    memory.putLong(offset + LENGTH_OFFSET, lengthBytes);
    memory.putLong(offset + REMOTE_OFFSET_OFFSET, remoteOffset);
    memory.putLong(offset + TAKEN_OFFSET, takenBytes);
    memory.putLong(offset + NUMBER_OFFSET, number & 0xFFFFFFFFL);
  }

  /** Reads a header, each field once. */
  public static PutHeader read(Memory memory, int offset) {
    return new PutHeader(
        memory.getLong(offset + SEND_NAME_OFFSET),
        memory.getLong(offset + RECEIVE_NAME_OFFSET),
        memory.getLong(offset + MESSAGE_OFFSET_OFFSET),
        memory.getLong(offset + LENGTH_OFFSET),
        memory.getLong(offset + REMOTE_OFFSET_OFFSET),
        memory.getLong(offset + TAKEN_OFFSET),
        memory.getInt(offset + NUMBER_OFFSET));
  }

  /** The length of the key, which is the payload. */
  public static int keyBytesOf(long firstWord) {
    return (int) (firstWord >>> 32);
  }
}
