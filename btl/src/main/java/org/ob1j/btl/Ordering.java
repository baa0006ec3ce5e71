package org.ob1j.btl;

/**
 * What order one operation asks for, as an int so that the hot path passes a constant (source:
 * "Ordering Rules for FI_MSG and FI_RDM Endpoints").
 *
 * <pre>
 *   31                            8 7       3   2   1   0
 *  +-------------------------------+---------+---+---+---+
 *  |  ordered-sequence id (24 bit) |    0    | G | L | R |
 *  +-------------------------------+---------+---+---+---+
 *   R relaxed   L fence, local   G fence, global
 * </pre>
 */
public final class Ordering {
  /** The order that the endpoint declares. */
  public static final int DEFAULT = 0;

  /** May overtake earlier operations. A transport is free to ignore it. */
  public static final int RELAXED = 1;

  /** Begins only when every earlier operation has completed locally. Must be obeyed. */
  public static final int FENCE_LOCAL = 2;

  /** Begins only when every earlier operation has completed at the peer. Must be obeyed. */
  public static final int FENCE_GLOBAL = 4;

  /** The largest ordered-sequence id. */
  public static final int MAX_SEQUENCE = (1 << 24) - 1;

  private static final int SEQUENCE_SHIFT = 8;

  private Ordering() {}

  /**
   * Operations issued one after another with the same id stay in order.
   *
   * @param id from 1 to {@link #MAX_SEQUENCE}
   */
  public static int inSequence(int id) {
    if (id < 1 || id > MAX_SEQUENCE) {
      throw new IllegalArgumentException(
          "ordered-sequence id is " + id + "; it must be from 1 to " + MAX_SEQUENCE);
    }
    return id << SEQUENCE_SHIFT;
  }

  /** The ordered-sequence id that an operation asks for, or 0. */
  public static int sequenceOf(int ordering) {
    return ordering >>> SEQUENCE_SHIFT;
  }
}
