package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * One rank's blocks, each for another rank, sent by the root to each. Blocks may differ in length.
 *
 * <pre>
 *   root ──► 1
 *   root ──► 2
 *   root ──► 3
 * </pre>
 */
public final class LinearScatter extends MemberAlgorithm {
  private final Blocks all;
  private final Blocks own;
  private final int root;

  /**
   * @param all null but at the root
   * @param own where this rank's block goes; null at the root if it stays where it is
   */
  public LinearScatter(Members members, Blocks all, Blocks own, int root) {
    super(members);
    this.all = all;
    this.own = own;
    this.root = root;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number != 0) {
      return false;
    }
    if (rank != root) {
      round.receive(own.storage, own.originBytes, own.count(0), own.type, root);
      return true;
    }
    for (int destination = 0; destination < size; destination++) {
      if (destination != root) {
        round.sendBlock(all, destination, destination);
      }
    }
    if (own != null) {
      workspace.copy(
          all.storage, all.offsetBytes(root), own.storage, own.originBytes, all.bytes(root));
    }
    return true;
  }
}
