package org.ob1j.runtime.collective.shared;

/**
 * What a rank says when it has come to an operation, in one word: the operation's number, which one
 * it is, for or from which root, and how many bytes each rank has. Where all do the same, all say
 * the same word.
 *
 * <pre>
 *   63      32 31   29 28  23 22      0
 *     number     kind   root   bytes
 * </pre>
 *
 * Numbers go round; ranks are never more than {@link SharedArea#SETS} apart.
 */
final class Gift {
  /** The most bytes that fit. */
  static final int MOST_BYTES = (1 << 23) - 1;

  /** What rank 0 gives in an operation that is to go by messages. A barrier has no bytes. */
  static final int NOTHING = what(CollectiveKind.BARRIER, 0, 1);

  private static final CollectiveKind[] KINDS = CollectiveKind.values();
  private static final int NUMBER_SHIFT = 32;
  private static final int KIND_SHIFT = 29;
  private static final int KIND_MASK = 7;
  private static final int ROOT_SHIFT = 23;
  private static final int ROOT_MASK = SharedArea.MOST_RANKS - 1;

  private Gift() {}

  /**
   * The part that does not tell the number. A reduceScatter, for which there is no kind left, is a
   * barrier with a root.
   */
  static int what(CollectiveKind kind, int root, int bytes) {
    if (kind == CollectiveKind.REDUCE_SCATTER) {
      return 1 << ROOT_SHIFT | bytes;
    }
    return kind.ordinal() << KIND_SHIFT | root << ROOT_SHIFT | bytes;
  }

  static long of(int number, int what) {
    return (long) number << NUMBER_SHIFT | what & 0xFFFF_FFFFL;
  }

  static int number(long gift) {
    return (int) (gift >>> NUMBER_SHIFT);
  }

  static int bytes(long gift) {
    return (int) gift & MOST_BYTES;
  }

  /** Whether two are of the same operation and root, however many bytes they have. */
  static boolean areAlike(long one, long other) {
    return (one ^ other) >>> ROOT_SHIFT == 0;
  }

  static int root(long gift) {
    return (int) (gift >>> ROOT_SHIFT) & ROOT_MASK;
  }

  /** Whether two say the same, but perhaps for the root. */
  static boolean differInRootAtMost(long one, long other) {
    return ((one ^ other) & ~((long) ROOT_MASK << ROOT_SHIFT)) == 0;
  }

  /** Which operation it is; another rank may have written anything, and each kind is known. */
  static CollectiveKind kind(long gift) {
    CollectiveKind kind = KINDS[(int) gift >>> KIND_SHIFT & KIND_MASK];
    return kind == CollectiveKind.BARRIER && root(gift) != 0 ? CollectiveKind.REDUCE_SCATTER : kind;
  }

  /** For messages to the user. */
  static String describe(long gift) {
    CollectiveKind kind = kind(gift);
    if (kind == CollectiveKind.BARRIER) {
      return kind.toString();
    }
    String root = kind.hasRoot() ? " with root " + root(gift) : "";
    return kind + root + " of " + bytes(gift) + " bytes for each rank";
  }
}
