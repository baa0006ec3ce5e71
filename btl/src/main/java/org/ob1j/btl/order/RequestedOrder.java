package org.ob1j.btl.order;

/**
 * The order that one operation asks for, as an int so that the hot path passes a constant (source:
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
public final class RequestedOrder {
  /** The order that the endpoint declares. */
  public static final int DEFAULT = 0;

  /** May overtake earlier operations. A transport is free to ignore it. */
  public static final int RELAXED = 1;

  /**
   * Begins only when every earlier operation has completed locally: what was sent or put is the
   * caller's memory again but may still be on its way, gets and atomics have their answers. Must be
   * obeyed.
   */
  public static final int FENCE_LOCAL = 2;

  /** Begins only when every earlier operation has completed at the peer. Must be obeyed. */
  public static final int FENCE_GLOBAL = 4;

  /** The largest ordered-sequence id. */
  public static final int MAX_SEQUENCE = (1 << 24) - 1;

  private static final int SEQUENCE_SHIFT = 8;

  private RequestedOrder() {}

  /**
   * Operations of all kinds that are issued one after another with the same id, with no other
   * between them, stay in order, whatever the endpoint declares. Must be obeyed; a transport that
   * does not declare {@link org.ob1j.btl.BtlCapabilities#keepsSequences} may wait between them as a
   * fence does.
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

  /** True if an operation asks for more order than the endpoint declares. */
  public static boolean asksForMore(int ordering) {
    return (ordering & ~RELAXED) != 0;
  }

  /** The ordered-sequence id that an operation asks for, or 0. */
  public static int sequenceOf(int ordering) {
    return ordering >>> SEQUENCE_SHIFT;
  }
}
