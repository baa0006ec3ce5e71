package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * The elements of all ranks of a group, combined at a rank of the other group, in the order of the
 * ranks.
 *
 * <pre>
 *   group a      group b
 *   0 ──┐
 *   1 ──┼──────► root
 *   2 ──┘
 * </pre>
 */
public final class InterReduce extends MemberAlgorithm {
  private final Blocks own;
  private final Blocks result;
  private final int root;

  /** Null but at the root. */
  private final RankOrder combination;

  /**
   * @param own this rank's elements; null at the root
   * @param result where the result goes; null but at the root
   * @param root the root's rank in the other group; not used at the root
   */
  public InterReduce(Members members, Blocks own, Blocks result, Reduction reduction, int root) {
    super(members);
    this.own = own;
    this.result = result;
    this.root = root;
    combination =
        result == null ? null : new RankOrder(workspace, reduction, result.type, result.count(0));
  }

  @Override
  public boolean begin(int number, Round round) {
    if (combination == null) {
      if (number == 0) {
        round.sendBlock(own, 0, root);
      }
      return number == 0;
    }
    if (number > 0) {
      combination.combine();
    }
    if (number < size) {
      combination.receive(round, number);
      return true;
    }
    combination.store(result);
    return false;
  }

  @Override
  public void release() {
    if (combination != null) {
      combination.release();
    }
  }
}
