package org.ob1j.btl.order;

/**
 * The order that an endpoint guarantees among operations that ask for nothing else (source:
 * "Ordering Rules for FI_MSG and FI_RDM Endpoints", whose tables are rows of later operations and
 * columns of earlier ones).
 *
 * <p>An order is kept if the later operation takes effect at the peer after the earlier one: a send
 * when it is delivered, a put when its bytes are there, a get when it reads, an atomic when it
 * reads and writes.
 *
 * @param bits a bit for each pair that is kept
 */
public record GuaranteedOrder(int bits) {
  private static final int KINDS = BtlOperation.values().length;

  /** No order at all. */
  public static final GuaranteedOrder NONE = new GuaranteedOrder(0);

  /** Everything in order. */
  public static final GuaranteedOrder STRICT = among(BtlOperation.values());

  /**
   * What a reliable connection of InfiniBand keeps, and FI_MSG by default: everything, but what
   * writes may pass earlier gets and atomics, which wait for an answer.
   */
  public static final GuaranteedOrder CONNECTION =
      among(BtlOperation.SEND, BtlOperation.PUT)
          .keeping(BtlOperation.GET, BtlOperation.values())
          .keeping(BtlOperation.ATOMIC, BtlOperation.SEND, BtlOperation.PUT);

  /** Operations of these kinds stay in the order in which they are issued. */
  public static GuaranteedOrder among(BtlOperation... kinds) {
    GuaranteedOrder order = NONE;
    for (BtlOperation kind : kinds) {
      order = order.keeping(kind, kinds);
    }
    return order;
  }

  /** The same, and operations of one kind stay behind earlier ones of others. */
  public GuaranteedOrder keeping(BtlOperation later, BtlOperation... earlier) {
    int more = bits;
    for (BtlOperation kind : earlier) {
      more |= bit(later, kind);
    }
    return new GuaranteedOrder(more);
  }

  /** True if operations of one kind stay behind earlier ones of another. */
  public boolean keeps(BtlOperation later, BtlOperation earlier) {
    return (bits & bit(later, earlier)) != 0;
  }

  /**
   * Whether one operation may take effect before an earlier one that has not.
   *
   * @param ordering what the later one asks for, of {@link RequestedOrder}
   * @param sameSequence both are of one ordered sequence, and so is everything between them
   */
  public boolean mayPass(
      BtlOperation later, int ordering, BtlOperation earlier, boolean sameSequence) {
    boolean answered = earlier == BtlOperation.GET || earlier == BtlOperation.ATOMIC;
    if ((ordering & RequestedOrder.FENCE_GLOBAL) != 0
        || (ordering & RequestedOrder.FENCE_LOCAL) != 0 && answered
        || sameSequence) {
      return false;
    }
    return (ordering & RequestedOrder.RELAXED) != 0 || !keeps(later, earlier);
  }

  private static int bit(BtlOperation later, BtlOperation earlier) {
    return 1 << later.ordinal() * KINDS + earlier.ordinal();
  }

  /** The pairs that are kept, such as {@code SEND after SEND}. */
  @Override
  public String toString() {
    StringBuilder pairs = new StringBuilder();
    for (BtlOperation later : BtlOperation.values()) {
      for (BtlOperation earlier : BtlOperation.values()) {
        if (keeps(later, earlier)) {
          pairs.append(pairs.isEmpty() ? "" : ", ").append(later).append(" after ").append(earlier);
        }
      }
    }
    return pairs.isEmpty() ? "no order" : pairs.toString();
  }
}
