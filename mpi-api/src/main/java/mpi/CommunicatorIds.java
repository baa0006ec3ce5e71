package mpi;

import java.util.TreeSet;

/**
 * The ids of communicators, as this process takes part in choosing them. Threads that make
 * communicators out of different parents at once take turns, those with the smallest parent first:
 * on all processes the same one, so that its turn comes on all of them, however their threads run.
 */
final class CommunicatorIds {
  /** Proposed by a process where it is another parent's turn; greater than every id. */
  static final long NOT_NOW = 1L << 40;

  private static final int NOBODY = -1;

  private final TreeSet<Integer> parents = new TreeSet<>();
  private int turn = NOBODY;
  private long next;

  /** Ids from {@code first} on. */
  CommunicatorIds(long first) {
    next = first;
  }

  /** What this process proposes for a child of a communicator: an id, or {@link #NOT_NOW}. */
  synchronized long propose(int parent) {
    parents.add(parent);
    if (turn == NOBODY && parents.first() == parent) {
      turn = parent;
    }
    return turn == parent ? next : NOT_NOW;
  }

  /** The processes of a parent have found the greatest of their proposals. */
  synchronized void decided(int parent, long greatest) {
    if (greatest != NOT_NOW) {
      next = greatest + 1;
    }
    if (turn == parent) {
      turn = NOBODY;
    }
  }

  /** A parent's processes have an id, or have given up. */
  synchronized void end(int parent) {
    parents.remove(parent);
    if (turn == parent) {
      turn = NOBODY;
    }
  }
}
