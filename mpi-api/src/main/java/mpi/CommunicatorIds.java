package mpi;

import java.util.BitSet;
import java.util.TreeSet;

/**
 * The ids of the communicators that this process is in, and how it takes part in choosing new ones.
 * Threads that make communicators at once take turns, the smallest {@link Creation} first: on all
 * processes the same one, so that its turn comes on all of them, however their threads run.
 */
final class CommunicatorIds {
  /** Proposed by a process where it is another creation's turn; greater than every id. */
  static final long NOT_NOW = 1L << 40;

  private final TreeSet<Creation> creations = new TreeSet<>();
  private final BitSet used = new BitSet();
  private Creation turn;

  /** What the creation that has the turn proposes, and so nobody else; negative if nothing. */
  private int proposed = -1;

  /** How many ids that is, from there on. */
  private int proposedCount;

  /** Ids from {@code first} on; those before are in use for good. */
  CommunicatorIds(int first) {
    used.set(0, first);
  }

  /**
   * What this process offers for a new communicator before it is known who else makes one: the
   * smallest id that it does not use, which counts as used from now on. So it offers no id twice,
   * and what all processes of a creation offer is theirs.
   */
  synchronized int offer() {
    return offer(1);
  }

  /** The same of several ids that follow one another: the first. */
  synchronized int offer(int count) {
    return take(0, count);
  }

  private int take(int atLeast, int count) {
    int first = used.nextClearBit(atLeast);
    for (int next = used.nextSetBit(first); next >= 0 && next < first + count; ) {
      first = used.nextClearBit(next);
      next = used.nextSetBit(first);
    }
    used.set(first, first + count);
    return first;
  }

  /**
   * What this process proposes for a new communicator: the smallest id that it does not use, or
   * {@link #NOT_NOW}.
   *
   * @param atLeast nothing smaller will do
   */
  synchronized long propose(Creation creation, int atLeast) {
    return propose(creation, atLeast, 1);
  }

  /** The same of several ids that follow one another: the first. */
  synchronized long propose(Creation creation, int atLeast, int count) {
    creations.add(creation);
    if (turn == null && creations.first().equals(creation)) {
      turn = creation;
    }
    if (!creation.equals(turn)) {
      return NOT_NOW;
    }
    withdraw();
    proposed = take(atLeast, count);
    proposedCount = count;
    return proposed;
  }

  private void withdraw() {
    if (proposed >= 0) {
      used.clear(proposed, proposed + proposedCount);
      proposed = -1;
    }
  }

  /**
   * The processes of a creation have found the greatest and the smallest of their proposals. True
   * if these are the same: then the id is in use from now on, and the creation is over. Until then
   * it keeps its turn, unless a process said {@link #NOT_NOW}.
   */
  synchronized boolean decided(Creation creation, long greatest, long smallest) {
    if (greatest == NOT_NOW) {
      giveUpTurn(creation);
      return false;
    }
    if (greatest != smallest) {
      return false;
    }
    // It is kept.
    proposed = -1;
    end(creation);
    return true;
  }

  /** A creation's processes have an id, or have given up. */
  synchronized void end(Creation creation) {
    creations.remove(creation);
    giveUpTurn(creation);
  }

  private void giveUpTurn(Creation creation) {
    if (creation.equals(turn)) {
      withdraw();
      turn = null;
    }
  }

  /** This process does not use an id any more. */
  synchronized void release(int id) {
    used.clear(id);
  }

  /** The same of several. */
  synchronized void release(int first, int count) {
    used.clear(first, first + count);
  }
}
