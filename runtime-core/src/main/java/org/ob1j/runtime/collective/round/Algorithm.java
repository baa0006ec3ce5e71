package org.ob1j.runtime.collective.round;

import java.util.Locale;
import org.ob1j.runtime.collective.buffer.Workspace;

/**
 * One collective operation of one rank: what it does in each round. A round's messages are under
 * way at the same time; the next round begins when they have all come and gone. {@link
 * CollectiveDriver} carries out the rounds, waiting for each, or whenever the engine polls.
 *
 * <p>Arguments have been checked, and all ranks of the communicator make the same kind of algorithm
 * with arguments that agree.
 */
public abstract class Algorithm {
  /** Messages beyond this length are cut, so that one piece travels while another is used. */
  public static final int SEGMENT_BYTES = 128 * 1024;

  protected final int rank;
  protected final int size;
  protected final Workspace workspace;

  /** What one of the members does. */
  protected Algorithm(Members members) {
    rank = members.rank();
    size = members.size();
    workspace = members.workspace();
  }

  /**
   * Begins a round: posts its receives, then starts its sends. What came in the round before is
   * there.
   *
   * @param number 0, 1, 2 …
   * @return false if the operation is done; then nothing was begun
   */
  public abstract boolean begin(int number, Round round);

  /** What reports call it, such as "binomial broadcast". */
  public String name() {
    String words = getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return words.toLowerCase(Locale.ROOT);
  }

  /** Gives back what was taken from the workspace. Called once, also if the operation failed. */
  public void release() {
    // Most have taken nothing.
  }

  /** This rank as if the root were rank 0. */
  protected final int virtualRank(int root) {
    int virtual = rank - root;
    return virtual < 0 ? virtual + size : virtual;
  }

  /** The rank that is so far from the root. */
  protected final int realRank(int virtual, int root) {
    return wrapped((long) virtual + root);
  }

  /** A rank that may lie beyond the last. */
  protected final int wrapped(long beyond) {
    return (int) (beyond >= size ? beyond - size : beyond);
  }

  /** A rank that may lie below the first. */
  protected final int wrappedBelow(int below) {
    return below < 0 ? below + size : below;
  }
}
