package org.ob1j.btl.ucx;

import org.ob1j.runtime.memory.Memory;

/**
 * Leaves out the header of a message that is like the one before it, so that a short message fits
 * into one cache line of UCX's queue in shared memory: the second line would come after the first,
 * from the other core. Each endpoint has one for what it sends and one for what it receives.
 *
 * <pre>
 *   sender                                             receiver
 *     | frame, header a b c                 ──────────► | remembers a b c
 *     | repeat, low half of c + 1, payload  ──────────► | header a b c+1
 *     | repeat, low half of c + 2, payload  ──────────► | header a b c+2
 *     | frame, header a d c+3               ──────────► | remembers a d c+3
 * </pre>
 *
 * Both must see the same frames in the same order. A message that UCX has written to its queue
 * stays before all later ones, but UCX promises nothing of one that waits for room there. So no
 * header is left out while a frame waits, nothing is sent while one without a header waits, and the
 * next one has its header again.
 *
 * <p>Of the engine's match headers, type, context, source and tag are the first two words, and the
 * last one begins with the sequence number.
 */
final class RepeatedHeader {
  /** Other headers are no match headers, and are not remembered. */
  static final int BYTES = 24;

  private static final int SECOND = 8;
  private static final int THIRD = 16;

  private final Memory header = Memory.allocate(BYTES);
  private boolean known;
  private long first;
  private long second;
  private long third;

  /**
   * Remembers the header of a frame that is sent.
   *
   * @return whether it repeats the one before
   */
  boolean advance(Memory memory, int offset) {
    long itsFirst = memory.getLong(offset);
    long itsSecond = memory.getLong(offset + SECOND);
    long itsThird = memory.getLong(offset + THIRD);
    boolean repeats = itsThird == third + 1 && itsSecond == second && itsFirst == first && known;
    known = true;
    first = itsFirst;
    second = itsSecond;
    third = itsThird;
    return repeats;
  }

  /** The next header is sent whatever it is. */
  void forget() {
    known = false;
  }

  /** What tells the header now remembered from those of messages before and after. */
  int number() {
    return (int) third & FramePrefix.HEADER_MASK;
  }

  /** Remembers the header of a frame that has come. */
  void remember(Memory memory, int offset) {
    header.putLong(0, memory.getLong(offset));
    header.putLong(SECOND, memory.getLong(offset + SECOND));
    third = memory.getLong(offset + THIRD);
  }

  /**
   * Makes the header of a message that has come without one.
   *
   * @param itsNumber what the sender says is its {@link #number}
   * @return false if it is another: a message has been lost, or has overtaken one
   */
  boolean repeat(int itsNumber) {
    third++;
    header.putLong(THIRD, third);
    return number() == itsNumber;
  }

  /** The header that {@link #repeat} has made. */
  Memory header() {
    return header;
  }
}
