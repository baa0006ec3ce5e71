package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * As many elements of every rank for all, where the number of ranks is a power of two: in round k
 * ranks that differ in bit k exchange all they have.
 *
 * <pre>
 *   4 ranks     rank 0    rank 1    rank 2    rank 3     has blocks
 *   start       0           1           2           3
 *   round 0     0 1       0 1           2 3       2 3    (0 1) (2 3)
 *   round 1     0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3    (0 2) (1 3)
 * </pre>
 */
public final class DoublingAllGather extends MemberAlgorithm {
  private final Blocks own;
  private final Blocks all;

  /**
   * @param own this rank's block, which is copied into {@code all}; null if it is there
   */
  public DoublingAllGather(Members members, Blocks own, Blocks all) {
    super(members);
    this.own = own;
    this.all = all;
  }

  @Override
  public boolean begin(int number, Round round) {
    int blocks = 1 << number;
    if (blocks >= size) {
      if (size == 1) {
        copyOwn();
      }
      return false;
    }
    int partner = rank ^ blocks;
    int elements = blocks * all.count(0);
    round.receive(all.storage, all.offsetBytes(partner & -blocks), elements, all.type, partner);
    if (number == 0 && own != null) {
      // What is sent first need not be copied before.
      round.send(own.storage, own.originBytes, own.count(0), own.type, partner);
      copyOwn();
    } else {
      round.send(all.storage, all.offsetBytes(rank & -blocks), elements, all.type, partner);
    }
    return true;
  }

  private void copyOwn() {
    if (own != null) {
      workspace.copy(
          own.storage, own.originBytes, all.storage, all.offsetBytes(rank), own.bytes(0));
    }
  }
}
