package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * Combines all ranks' elements, of which each rank gets one block: every rank sends each other rank
 * its part of that one's block, one partner in a round, and combines what it gets itself. Each rank
 * sends (n − 1) / n of the data.
 *
 * <pre>
 *   4 ranks: who sends to whom, and what rank 1 has then (x is its own part, abd those of the others)
 *   rank      0    1    2    3       lower    upper
 *   start                            x
 *   round 0   1    2    3    0       ax
 *   round 1   2    3    0    1       ax       d
 *   round 2   3    0    1    2       ax       bd, where b is rank 2's
 *   end                              axbd
 * </pre>
 *
 * <p>The parts of lower ranks come nearest first, then those of higher ranks farthest first, and
 * the two are combined apart: operands keep the order of the ranks.
 */
public final class PairwiseReduceScatter extends MemberAlgorithm {
  private final Blocks own;
  private final Blocks result;
  private final Reduction reduction;
  private final TypeMap type;
  private final int count;
  private final PrimitiveType operandType;

  /** This rank's part, and what has come from lower ranks. */
  private final Object lower;

  private final Object incoming;

  /** What has come from higher ranks; null for the last rank. */
  private final Object upper;

  /**
   * @param own this rank's parts of all blocks
   * @param result where this rank's block goes, at the beginning; may be where the parts are
   */
  public PairwiseReduceScatter(Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    this.own = own;
    this.result = result;
    this.reduction = reduction;
    type = own.type;
    count = own.count(rank);
    operandType = reduction.operandType();
    int elements = Math.toIntExact(bytes() / operandType.sizeBytes());
    lower = workspace.take(operandType, elements);
    incoming = workspace.take(operandType, elements);
    upper = rank == size - 1 ? null : workspace.take(operandType, elements);
    workspace.copy(own.storage, own.offsetBytes(rank), lower, 0, bytes());
  }

  private long bytes() {
    return count * type.extentBytes();
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number > 0) {
      combine(wrappedBelow(rank - number));
    }
    int distance = number + 1;
    if (distance < size) {
      int source = wrappedBelow(rank - distance);
      int destination = wrapped((long) rank + distance);
      round.receive(source == size - 1 ? upper : incoming, 0, count, type, source);
      round.sendBlock(own, destination, destination);
      return true;
    }
    if (upper != null) {
      reduction.apply(lower, 0, upper, 0, count);
    }
    Object complete = upper == null ? lower : upper;
    workspace.copy(complete, 0, result.storage, result.originBytes, bytes());
    return false;
  }

  /** Combines what has come from a rank. The highest rank's part is where it belongs. */
  private void combine(int source) {
    if (source < rank) {
      reduction.apply(incoming, 0, lower, 0, count);
    } else if (source != size - 1) {
      reduction.apply(incoming, 0, upper, 0, count);
    }
  }

  @Override
  public void release() {
    workspace.give(operandType, lower);
    workspace.give(operandType, incoming);
    if (upper != null) {
      workspace.give(operandType, upper);
    }
  }
}
