package org.ob1j.runtime.collective.shared;

/**
 * What a rank says when it has given to an operation that it has started, in one word. Where all do
 * the same, all say the same word.
 *
 * <pre>
 *   63      32 31   29 28  23 22   9 8     0
 *     number     kind   root   tag    bytes
 * </pre>
 *
 * The number counts the operations that use the area. The tag, of which these are the lowest bits,
 * counts all that were started: where one rank was refused one of them, it differs.
 */
final class StartedGift {
  private static final int TAG_SHIFT = 9;
  private static final int TAG_MASK = (1 << 14) - 1;
  private static final int BYTES_MASK = (1 << TAG_SHIFT) - 1;

  /** In the place of the bytes: the operation has too much data, and goes by messages. */
  static final int TOO_LONG = BYTES_MASK;

  private StartedGift() {}

  static long of(int number, CollectiveKind kind, int root, int tag, int bytes) {
    return Gift.of(number, Gift.what(kind, root, (tag & TAG_MASK) << TAG_SHIFT | bytes));
  }

  static int number(long gift) {
    return Gift.number(gift);
  }

  static int bytes(long gift) {
    return (int) gift & BYTES_MASK;
  }

  /** Whether two are of the same operation and root, however many bytes they have. */
  static boolean areAlike(long one, long other) {
    return ((one ^ other) & ~BYTES_MASK) == 0;
  }

  /** For messages to the user. */
  static String describe(long gift) {
    CollectiveKind kind = Gift.kind(gift);
    String root = kind.hasRoot() ? " with root " + Gift.root(gift) : "";
    if (kind == CollectiveKind.BARRIER) {
      return "non-blocking " + kind;
    }
    int bytes = bytes(gift);
    String length =
        bytes == TOO_LONG
            ? "more than " + StartedArea.MOST_BYTES + " bytes"
            : bytes + " bytes for each rank";
    return "non-blocking " + kind + root + " of " + length;
  }
}
