package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Every rank's block for all, round a ring: in each round a rank passes on what it got in the round
 * before. Blocks may differ in length.
 *
 * <pre>
 *   4 ranks: who sends which block to the next rank
 *   rank      0    1    2    3
 *   round 0   b0   b1   b2   b3
 *   round 1   b3   b0   b1   b2
 *   round 2   b2   b3   b0   b1
 * </pre>
 */
public final class RingAllGather extends MemberAlgorithm {
  private final Blocks own;
  private final Blocks all;

  /**
   * @param own this rank's block, which is copied into {@code all} first; null if it is there
   */
  public RingAllGather(Members members, Blocks own, Blocks all) {
    super(members);
    this.own = own;
    this.all = all;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number == 0 && own != null) {
      workspace.copy(
          own.storage, own.originBytes, all.storage, all.offsetBytes(rank), own.bytes(0));
    }
    if (number >= size - 1) {
      return false;
    }
    int outgoing = wrappedBelow(rank - number);
    round.receiveBlock(all, wrappedBelow(rank - number - 1), wrappedBelow(rank - 1));
    round.sendBlock(all, outgoing, wrapped((long) rank + 1));
    return true;
  }
}
