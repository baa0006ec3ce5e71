package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Combines all ranks' elements at rank 0, in the order of the ranks, which sends the result to all.
 * For few ranks: each but rank 0 sends one message and waits for one, so that ranks which share
 * cores change places less often than where they exchange partial results.
 *
 * <pre>
 *   1 ──┐        ┌──► 1
 *   2 ──┼──► 0 ──┼──► 2
 *   3 ──┘        └──► 3
 * </pre>
 */
public final class LinearAllReduce extends MemberAlgorithm {
  private static final int ROOT = 0;

  private final Blocks own;
  private final Blocks result;

  /** Null but at the root. */
  private final Accumulator accumulator;

  public LinearAllReduce(Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    this.own = own;
    this.result = result;
    accumulator = rank == ROOT ? new Accumulator(workspace, reduction, own, result) : null;
  }

  @Override
  public boolean begin(int number, Round round) {
    return accumulator != null ? lead(number, round) : follow(number, round);
  }

  private boolean follow(int number, Round round) {
    if (number == 0) {
      round.sendBlock(own, 0, ROOT);
    } else if (number == 1) {
      round.receiveBlock(result, 0, ROOT);
    }
    return number <= 1;
  }

  /** Takes the operand of the next rank in each round; those of the others wait unexpected. */
  private boolean lead(int number, Round round) {
    if (number > 0 && number < size) {
      accumulator.combine(false);
    }
    if (number < size - 1) {
      accumulator.receive(round, number + 1);
      return true;
    }
    if (number > size - 1) {
      accumulator.finish();
      return false;
    }
    for (int other = ROOT + 1; other < size; other++) {
      accumulator.send(round, other);
    }
    return true;
  }

  @Override
  public void release() {
    if (accumulator != null) {
      accumulator.release();
    }
  }
}
