package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines all ranks' elements at one rank, up a binomial tree: in round k a rank whose bit k is
 * set sends what it has to the rank 2^k below and is done. Which operands are combined in which
 * order depends on nothing but the number of ranks and the root.
 *
 * <pre>
 *   round 0    1 ──► 0    3 ──► 2    5 ──► 4    7 ──► 6
 *   round 1    2 ──► 0               6 ──► 4
 *   round 2    4 ──► 0
 * </pre>
 *
 * Ranks are counted from the root, or, where operands must not change places, from rank 0, which
 * sends the result to the root at the end.
 */
public final class BinomialReduce extends MemberAlgorithm {
  private final int root;
  private final int top;
  private final int virtual;
  private final Blocks own;
  private final Accumulator accumulator;
  private int distance = 1;
  private boolean received;
  private boolean moved;

  public BinomialReduce(Members members, Blocks own, Blocks result, Reduction reduction, int root) {
    super(members);
    this.root = root;
    this.own = own;
    top = reduction.isCommutative() ? root : 0;
    virtual = virtualRank(top);
    boolean sendsOnly = (virtual & 1) != 0 && rank != root;
    accumulator =
        sendsOnly ? null : new Accumulator(workspace, reduction, own, rank == root ? result : null);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (received) {
      received = false;
      accumulator.combine(false);
    }
    for (; distance != 0 && distance < size; distance <<= 1) {
      if ((virtual & distance) != 0) {
        send(round, realRank(virtual - distance, top));
        distance = 0;
        return true;
      }
      if (distance < size - virtual) {
        accumulator.receive(round, realRank(virtual + distance, top));
        received = true;
        distance <<= 1;
        return true;
      }
    }
    return finish(round);
  }

  /** Called until it returns false. */
  private boolean finish(Round round) {
    boolean moves = top != root && !moved;
    moved = true;
    if (moves && rank == top) {
      send(round, root);
      return true;
    }
    if (moves && rank == root) {
      accumulator.receive(round, top);
      return true;
    }
    if (rank == root) {
      if (top != root) {
        accumulator.adopt();
      }
      accumulator.finish();
    }
    return false;
  }

  private void send(Round round, int destination) {
    if (accumulator == null) {
      round.send(own.storage, own.originBytes, own.count(0), own.type, destination);
    } else {
      accumulator.send(round, destination);
    }
  }

  @Override
  public void release() {
    if (accumulator != null) {
      accumulator.release();
    }
  }
}
