package mpi;

import java.util.TreeSet;

/**
 * The ids of communicators, as this process takes part in choosing them. Threads that make
 * communicators at once take turns, those with the smallest parent first, then those with the
 * smallest tag: on all processes the same one, so that its turn comes on all of them, however their
 * threads run.
 */
final class CommunicatorIds {
  /** Proposed by a process where it is another creation's turn; greater than every id. */
  static final long NOT_NOW = 1L << 40;

  static final int NO_TAG = -1;

  private static final long NOBODY = -1;

  private final TreeSet<Long> creations = new TreeSet<>();
  private long turn = NOBODY;
  private long next;

  /** Ids from {@code first} on. */
  CommunicatorIds(long first) {
    next = first;
  }

  /**
   * What a creation is called here: threads of a process have different ones at a time.
   *
   * @param parent the parent's id
   * @param tag what the user gives it, if not all processes of the parent take part; else {@link
   *     #NO_TAG}
   */
  static long creation(int parent, int tag) {
    return (long) parent << Integer.SIZE | tag + 1L;
  }

  /** What this process proposes for a new communicator: an id, or {@link #NOT_NOW}. */
  synchronized long propose(long creation) {
    creations.add(creation);
    if (turn == NOBODY && creations.first() == creation) {
      turn = creation;
    }
    return turn == creation ? next : NOT_NOW;
  }

  /** The processes of a creation have found the greatest of their proposals. */
  synchronized void decided(long creation, long greatest) {
    if (greatest != NOT_NOW) {
      next = greatest + 1;
    }
    if (turn == creation) {
      turn = NOBODY;
    }
  }

  /** A creation's processes have an id, or have given up. */
  synchronized void end(long creation) {
    creations.remove(creation);
    if (turn == creation) {
      turn = NOBODY;
    }
  }
}
