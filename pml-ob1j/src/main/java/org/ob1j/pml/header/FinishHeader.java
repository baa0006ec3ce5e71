package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * Whoever has put or got a part of a message tells the other side that it is done: FIN. Carries
 * what identifies the message, so that one that comes twice is recognised.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |    0    |R|G| |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |                          Context id                           |
 *  +---------------------------------------------------------------+
 *  |     Source of the message: rank in the communicator           |
 *  +---------------------------------------------------------------+
 *  |                   Sequence of the message                     |
 *  +---------------------------------------------------------------+
 *  |             Slot of the request that it is for                |
 *  +---------------------------------------------------------------+
 *  |                  Generation of that request                   |
 *  +---------------------------------------------------------------+
 *  |          Offset of the part in the message (64 bit)           |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                Length of the part (64 bit)                    |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |   Bytes of the message that the receiver takes in all (64 bit)|
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                      Number of the part                       |
 *  +---------------------------------------------------------------+
 *  |                        Reserved, zero                         |
 *  +---------------------------------------------------------------+
 *   R refused: the part comes by fragments   G of a get: for the send request
 * </pre>
 *
 * @param flags of {@link #OF_GET} and {@link #REFUSED}
 * @param context the message's context
 * @param source the message's source, as a rank of the communicator
 * @param sequence the message's sequence number
 * @param requestName the request that it is for: the generation above the slot
 * @param messageOffset where in the message the part begins
 * @param lengthBytes the part's length
 * @param takenBytes how much of the message the receiver takes in all, by whatever ways
 * @param number the number of the PUT, or of the get, from 0
 */
public record FinishHeader(
    int flags,
    int context,
    int source,
    int sequence,
    long requestName,
    long messageOffset,
    long lengthBytes,
    long takenBytes,
    int number) {
  /** The header's length. */
  public static final int BYTES = 56;

  /** Flag: a get has ended; the header is for the sender of the message. */
  public static final int OF_GET = 1;

  /** Flag: the put that was asked for did not take place; fragments bring its part. */
  public static final int REFUSED = 2;

  private static final int SECOND_WORD_OFFSET = 8;
  private static final int REQUEST_NAME_OFFSET = 16;
  private static final int MESSAGE_OFFSET_OFFSET = 24;
  private static final int LENGTH_OFFSET = 32;
  private static final int TAKEN_OFFSET = 40;
  private static final int NUMBER_OFFSET = 48;

  public boolean isOfGet() {
    return (flags & OF_GET) != 0;
  }

  public boolean isRefused() {
    return (flags & REFUSED) != 0;
  }

  /** True if a header of type FIN can have these flags: only a put can be refused. */
  public static boolean flagsAreValid(int flags) {
    return flags == 0 || flags == OF_GET || flags == REFUSED;
  }

  /** Writes the header. */
  public void write(Memory memory, int offset) {
    memory.putLong(offset, HeaderType.FIN | flags << 8 | (long) context << 32);
    memory.putLong(offset + SECOND_WORD_OFFSET, source & 0xFFFFFFFFL | (long) sequence << 32);
    memory.putLong(offset + REQUEST_NAME_OFFSET, requestName);
    memory.putLong(offset + MESSAGE_OFFSET_OFFSET, messageOffset);
    memory.putLong(offset + LENGTH_OFFSET, lengthBytes);
    memory.putLong(offset + TAKEN_OFFSET, takenBytes);
    memory.putLong(offset + NUMBER_OFFSET, number & 0xFFFFFFFFL);
  }

  /** Reads a header, each field once. */
  public static FinishHeader read(Memory memory, int offset) {
    long first = memory.getLong(offset);
    long second = memory.getLong(offset + SECOND_WORD_OFFSET);
    return new FinishHeader(
        HeaderType.flagsOf(first),
        (int) (first >>> 32),
        (int) second,
        (int) (second >>> 32),
        memory.getLong(offset + REQUEST_NAME_OFFSET),
        memory.getLong(offset + MESSAGE_OFFSET_OFFSET),
        memory.getLong(offset + LENGTH_OFFSET),
        memory.getLong(offset + TAKEN_OFFSET),
        memory.getInt(offset + NUMBER_OFFSET));
  }
}
