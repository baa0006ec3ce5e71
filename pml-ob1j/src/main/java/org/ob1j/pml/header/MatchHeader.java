package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * The header of an eager message, and the beginning of a {@link RendezvousHeader}: everything that
 * matching needs.
 *
 * <p>What arrives is read word by word, each once, because the memory may be a peer's to change.
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

  /** Where the second word begins: source and tag. */
  public static final int SECOND_WORD_OFFSET = 8;

  /** Where the third word begins: sequence and length. */
  public static final int THIRD_WORD_OFFSET = 16;

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
    memory.putLong(offset + SECOND_WORD_OFFSET, source & 0xFFFFFFFFL | (long) tag << 32);
    memory.putLong(offset + THIRD_WORD_OFFSET, sequence & 0xFFFFFFFFL | (long) lengthBytes << 32);
  }

  public static int contextOf(long firstWord) {
    return (int) (firstWord >>> 32);
  }

  public static int sourceOf(long secondWord) {
    return (int) secondWord;
  }

  public static int tagOf(long secondWord) {
    return (int) (secondWord >>> 32);
  }

  public static int sequenceOf(long thirdWord) {
    return (int) thirdWord;
  }

  public static int lengthBytesOf(long thirdWord) {
    return (int) (thirdWord >>> 32);
  }
}
