package mpi;

/**
 * How a process takes part in choosing the id of one communicator, or of several: what it proposes,
 * and what comes of that. All processes propose; if they do not propose the same, the next
 * proposals are not below the greatest.
 *
 * <pre>
 *   process 0    4 ──┐             6 ──┐
 *   process 1    6 ──┼── 4 … 6     6 ──┼── 6 … 6: that is it
 *   process 2    5 ──┘             6 ──┘
 *                offers            in turn
 * </pre>
 *
 * The first proposals are offers, for which no turn is needed: other creations may go on meanwhile.
 * Once they have been compared, all processes have come to this creation.
 */
final class IdNegotiation {
  /** The engine has 2^24 contexts, two for each communicator. */
  static final int MAXIMUM_ID = (1 << 23) - 1;

  private final String operation;
  private final Communicator parent;
  private final CommunicatorIds ids;
  private final Creation creation;
  private final int count;
  private int atLeast;
  private boolean compared;

  /** What this process offered first. If the offers are never compared it is lost. */
  private int offered;

  private int id = -1;

  /** A negotiation that has not begun; errors are the parent's. */
  IdNegotiation(String operation, Communicator parent, Creation creation) {
    this(operation, parent, creation, 1);
  }

  /** The same for several ids that follow one another. */
  IdNegotiation(String operation, Communicator parent, Creation creation, int count) {
    this.operation = operation;
    this.parent = parent;
    this.creation = creation;
    this.count = count;
    ids = parent.process().communicatorIds();
  }

  /** Two numbers, of which the greatest of all processes are wanted. */
  long[] proposal() {
    if (!compared) {
      offered = ids.offer(count);
    }
    long own = compared ? ids.propose(creation, atLeast, count) : offered;
    return new long[] {own, -own};
  }

  /** Takes in the greatest of all proposals. True if there is an id. */
  boolean accept(long[] greatest) {
    long most = greatest[0];
    boolean chosen = compared ? ids.decided(creation, most, -greatest[1]) : most == -greatest[1];
    if (!compared && !chosen) {
      ids.release(offered, count);
    }
    compared = true;
    if (chosen) {
      id = (int) most;
    } else if (most != CommunicatorIds.NOT_NOW) {
      requirePossible(most);
      atLeast = (int) most;
    }
    return chosen;
  }

  private void requirePossible(long wanted) {
    if (wanted + count - 1 > MAXIMUM_ID) {
      throw parent.raise(
          operation,
          ErrorClass.INTERN,
          "communicator " + wanted + " cannot be made; a process can have " + MAXIMUM_ID);
    }
  }

  /** The id that has been chosen, of several the first; negative if none has. */
  int id() {
    return id;
  }

  /** The id that has been chosen, if it can be used. */
  int requireId() {
    requirePossible(id);
    return id;
  }

  /** Ends what has failed; does nothing if there is an id. */
  void end() {
    ids.end(creation);
  }
}
