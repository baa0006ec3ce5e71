package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines all ranks' elements at all ranks, for much data and a number of ranks that is a power of
 * two: pairs of ranks at half the distance each time exchange halves of what they still work on, so
 * that each ends with a complete chunk; then the chunks are gathered in the reverse order
 * (Rabenseifner's algorithm).
 *
 * <pre>
 *   4 ranks     rank 0    rank 1    rank 2    rank 3     works on chunks
 *   start       0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3
 *   round 0     0 1       0 1           2 3       2 3    (0 2) (1 3)
 *   round 1     0           1           2           3    (0 1) (2 3)
 *   round 2     0 1       0 1           2 3       2 3    (0 1) (2 3)
 *   round 3     0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3    (0 2) (1 3)
 * </pre>
 *
 * For operands that may change places, and two ranks at least.
 */
public final class HalvingAllReduce extends MemberAlgorithm {
  private final Operands operands;
  private final int rounds;

  /** The first round's halves go where the result grows; the others need room beside it. */
  private boolean combinesOwn;

  private boolean combinesScratch;
  private int keptBegin;
  private int keptLength;

  public HalvingAllReduce(Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    operands = new Operands(workspace, reduction, own, result);
    rounds = Integer.numberOfTrailingZeros(size);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (combinesOwn) {
      operands.combineOwn(keptBegin, keptLength);
    } else if (combinesScratch) {
      operands.combineScratch(keptBegin, keptLength);
    }
    combinesOwn = false;
    combinesScratch = false;
    if (number < rounds) {
      halve(number, round);
      return true;
    }
    if (number < 2 * rounds) {
      gather(1 << number - rounds, round);
      return true;
    }
    operands.store(operands.output, operands.outputIndex);
    return false;
  }

  private void halve(int number, Round round) {
    int distance = size >> number + 1;
    int partner = rank ^ distance;
    int sentBegin = boundary(partner & -distance);
    int sentLength = boundary((partner & -distance) + distance) - sentBegin;
    keptBegin = boundary(rank & -distance);
    keptLength = boundary((rank & -distance) + distance) - keptBegin;
    combinesOwn = number == 0 && !operands.inPlace;
    combinesScratch = !combinesOwn;
    if (combinesOwn) {
      operands.receive(
          round, operands.output, operands.outputIndex, keptBegin, keptLength, partner);
      operands.send(round, operands.input, operands.inputIndex, sentBegin, sentLength, partner);
    } else {
      operands.receiveScratch(round, keptBegin, keptLength, partner);
      operands.send(round, operands.output, operands.outputIndex, sentBegin, sentLength, partner);
    }
  }

  private void gather(int distance, Round round) {
    int partner = rank ^ distance;
    int begin = boundary(partner & -distance);
    int end = boundary((partner & -distance) + distance);
    int ownBegin = boundary(rank & -distance);
    int ownEnd = boundary((rank & -distance) + distance);
    operands.receive(round, operands.output, operands.outputIndex, begin, end - begin, partner);
    operands.send(
        round, operands.output, operands.outputIndex, ownBegin, ownEnd - ownBegin, partner);
  }

  /** Where a rank's chunk begins. */
  private int boundary(int chunk) {
    return (int) ((long) operands.count * chunk / size);
  }

  @Override
  public void release() {
    operands.release();
  }
}
