package org.ob1j.runtime.collective.round;

import java.util.Locale;
import org.ob1j.runtime.collective.buffer.Workspace;

/** What one of the members of a communicator does in an operation. */
public abstract class MemberAlgorithm implements Algorithm {
  /** Messages beyond this length are cut, so that one piece travels while another is used. */
  public static final int SEGMENT_BYTES = 128 * 1024;

  protected final int rank;
  protected final int size;
  protected final Workspace workspace;

  protected MemberAlgorithm(Members members) {
    rank = members.rank();
    size = members.size();
    workspace = members.workspace();
  }

  @Override
  public String name() {
    String words = getClass().getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ");
    return words.toLowerCase(Locale.ROOT);
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
