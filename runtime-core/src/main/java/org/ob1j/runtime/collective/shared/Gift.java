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

  /**
   * The first half of a barrier of several hosts, and the second. They differ from each other, so
   * that a rank which has failed in one is not taken to have come to the other.
   */
  static final int COMING = what(CollectiveKind.BARRIER, 0, 2);

  static final int GOING_ON = what(CollectiveKind.BARRIER, 0, 3);

  private static final CollectiveKind[] KINDS = CollectiveKind.values();
  private static final int NUMBER_SHIFT = 32;
  private static final int KIND_SHIFT = 29;
  private static final int KIND_MASK = 7;
  private static final int ROOT_SHIFT = 23;
  private static final int ROOT_MASK = SharedArea.MOST_RANKS - 1;

  /** In the lowest bit of the place of the root: the rank has no memory for its part. */
  private static final int WITHOUT_PART = 1;

  /** Above it: the operation that is to begin, if that is not an allToAll. */
  private static final int BEGINS_SHIFT = 1;

  private static final int BEGINS_MASK = 15;

  /** Above that: the rank has more than this piece of a block. */
  private static final int MORE = 32;

  /** What ranks may say differently in one operation. */
  private static final long OWN_AFFAIRS = (long) (WITHOUT_PART | MORE) << ROOT_SHIFT;

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

  /**
   * The same for an operation through the ranks' parts, with which each tells whether it has memory
   * for its part: an allToAll, or what is before the first piece of another operation.
   *
   * @param kind that of the operation that needs the parts
   */
  static int whatOfParts(CollectiveKind kind, boolean hasPart, int bytes) {
    int begins = kind == CollectiveKind.ALL_TO_ALL ? 0 : kind.ordinal() << BEGINS_SHIFT;
    return what(CollectiveKind.ALL_TO_ALL, begins | (hasPart ? 0 : WITHOUT_PART), bytes);
  }

  /**
   * The same for a piece of blocks of different lengths: how long they are stands in the part.
   *
   * @param root stands in the place of the bytes
   * @param hasMore whether one of this rank's blocks goes on after this piece
   */
  static int whatOfPieces(CollectiveKind kind, int root, boolean hasPart, boolean hasMore) {
    return whatOfParts(kind, hasPart, root) | (hasMore ? MORE << ROOT_SHIFT : 0);
  }

  static boolean hasMore(long gift) {
    return (root(gift) & MORE) != 0;
  }

  /** Whether this is of {@link #whatOfParts}. */
  static boolean tellsOfParts(long gift) {
    return outerKind(gift) == CollectiveKind.ALL_TO_ALL;
  }

  static boolean hasPart(long gift) {
    return (root(gift) & WITHOUT_PART) == 0;
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
    if (!tellsOfParts(one)) {
      return (one ^ other) >>> ROOT_SHIFT == 0;
    }
    // Where blocks have different lengths the root stands in the place of the bytes.
    int ignored = kind(one).isVariable() ? 0 : ROOT_SHIFT;
    return ((one ^ other) & ~OWN_AFFAIRS) >>> ignored == 0;
  }

  static int root(long gift) {
    return (int) (gift >>> ROOT_SHIFT) & ROOT_MASK;
  }

  /** Whether two say the same, but perhaps for what each rank knows of itself. */
  static boolean goTogether(long one, long other) {
    return ((one ^ other) & ~OWN_AFFAIRS) == 0;
  }

  /**
   * Which operation it is, or is to begin; another rank may have written anything, and each kind is
   * known.
   */
  static CollectiveKind kind(long gift) {
    int begins = root(gift) >>> BEGINS_SHIFT & BEGINS_MASK;
    return tellsOfParts(gift) && begins != 0 && begins < KINDS.length
        ? KINDS[begins]
        : outerKind(gift);
  }

  private static CollectiveKind outerKind(long gift) {
    CollectiveKind kind = KINDS[(int) gift >>> KIND_SHIFT & KIND_MASK];
    return kind == CollectiveKind.BARRIER && root(gift) != 0 ? CollectiveKind.REDUCE_SCATTER : kind;
  }

  /**
   * For messages to the user.
   *
   * @param who whose gift it is
   */
  static String describe(long gift, Participants who) {
    CollectiveKind kind = kind(gift);
    if (kind == CollectiveKind.BARRIER) {
      return (int) gift == GOING_ON ? "the second half of a barrier" : kind.toString();
    }
    if (kind.isVariable()) {
      return kind + (kind.hasRoot() ? withRoot(bytes(gift), who) : "");
    }
    boolean hasRoot = kind.hasRoot() && !tellsOfParts(gift);
    String root = hasRoot ? withRoot(root(gift), who) : "";
    return kind + root + " of " + bytes(gift) + " bytes for each rank";
  }

  private static String withRoot(int root, Participants who) {
    return " with root " + who.communicatorRank(root);
  }
}
