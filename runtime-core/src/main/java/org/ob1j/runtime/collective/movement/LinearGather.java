package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * Every rank's block for one, which receives each from its owner. Blocks may differ in length.
 *
 * <pre>
 *   1 ──► root
 *   2 ──► root
 *   3 ──► root
 * </pre>
 */
public final class LinearGather extends MemberAlgorithm {
  private final Blocks own;
  private final Blocks all;
  private final int root;

  /**
   * @param own this rank's block; null at the root if it is in {@code all}
   * @param all null but at the root
   */
  public LinearGather(Members members, Blocks own, Blocks all, int root) {
    super(members);
    this.own = own;
    this.all = all;
    this.root = root;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number != 0) {
      return false;
    }
    if (rank != root) {
      round.send(own.storage, own.originBytes, own.count(0), own.type, root);
      return true;
    }
    for (int source = 0; source < size; source++) {
      if (source != root) {
        round.receiveBlock(all, source, source);
      }
    }
    if (own != null) {
      workspace.copy(
          own.storage, own.originBytes, all.storage, all.offsetBytes(root), own.bytes(0));
    }
    return true;
  }
}
