package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * The elements of all ranks of each group, combined in their order, at all ranks of the other. The
 * leaders, ranks 0, combine; a leader cannot send to its own group, so the other leader passes the
 * result on.
 *
 * <pre>
 *   group a          group b
 *   0, 1, 2 ───────► 0            has a's result
 *   0 ◄───────────── 0            a's result, for the others of b
 *   0 ─────────────► 1, 2         and the same for b's result
 * </pre>
 */
public final class InterAllReduce extends MemberAlgorithm {
  private static final int LEADER = 0;

  private final Blocks own;
  private final Blocks result;
  private final int localSize;

  /** Null but at a leader. */
  private final RankOrder combination;

  /** What a leader passes on; null if there is nobody to pass it on to. */
  private Object passedOn;

  /** The arguments: this rank's elements, where the result goes, and the size of this group. */
  public InterAllReduce(
      Members members, Blocks own, Blocks result, Reduction reduction, int localSize) {
    super(members);
    this.own = own;
    this.result = result;
    this.localSize = localSize;
    combination =
        rank == LEADER ? new RankOrder(workspace, reduction, result.type, result.count(0)) : null;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (rank == LEADER) {
      return lead(number, round);
    }
    if (number == 0) {
      round.receiveBlock(result, 0, LEADER);
      round.sendBlock(own, 0, LEADER);
    }
    return number == 0;
  }

  private boolean lead(int number, Round round) {
    if (number > 0 && number <= size) {
      combination.combine();
    }
    if (number < size) {
      combination.receive(round, number);
      if (number == 0) {
        round.sendBlock(own, 0, LEADER);
      }
    } else if (number == size) {
      swap(round);
    } else if (number == size + 1 && size > 1) {
      for (int other = LEADER + 1; other < size; other++) {
        round.send(passedOn, 0, own.count(0), own.type, other);
      }
    } else {
      combination.store(result);
      return false;
    }
    return true;
  }

  /** The leaders give each other what the others of their groups want. */
  private void swap(Round round) {
    if (size > 1) {
      passedOn = combination.takeArray();
      round.receive(passedOn, 0, own.count(0), own.type, LEADER);
    }
    if (localSize > 1) {
      combination.send(round, LEADER);
    }
  }

  @Override
  public void release() {
    if (combination != null) {
      combination.giveArray(passedOn);
      combination.release();
    }
  }
}
