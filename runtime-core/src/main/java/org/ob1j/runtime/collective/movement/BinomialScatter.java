package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * One rank's blocks, equally long and each for another rank, down a binomial tree: who has blocks
 * sends the farther half of them on. Ranks are counted from the root.
 *
 * <pre>
 *   0 ──► 4    blocks 4–7
 *   0 ──► 2    blocks 2–3        4 ──► 6    blocks 6–7
 *   0 ──► 1    block  1    2 ──► 3    4 ──► 5    6 ──► 7
 * </pre>
 */
public final class BinomialScatter extends MemberAlgorithm {
  private final Blocks own;
  private final int root;
  private final int virtual;
  private final int blocks;
  private final TypeMap type;
  private final PrimitiveType base;
  private final int blockElements;
  private final long blockBytes;
  private final Object held;

  /**
   * @param all null but at the root
   * @param own where this rank's block goes; null at the root if it stays where it is
   */
  public BinomialScatter(Members members, Blocks all, Blocks own, int root) {
    super(members);
    this.own = own;
    this.root = root;
    virtual = virtualRank(root);
    blocks = Math.min(virtual == 0 ? size : Integer.lowestOneBit(virtual), size - virtual);
    Blocks model = all == null ? own : all;
    type = model.type;
    base = type.baseType();
    blockElements = model.count(0);
    blockBytes = (long) blockElements * type.sizeBytes();
    held = workspace.take(base, (int) (blocks * blockBytes / base.sizeBytes()));
    if (all != null) {
      long ahead = root * blockBytes;
      long total = size * blockBytes;
      workspace.copy(all.storage, all.offsetBytes(0) + ahead, held, 0, total - ahead);
      workspace.copy(all.storage, all.offsetBytes(0), held, total - ahead, ahead);
    }
  }

  @Override
  public boolean begin(int number, Round round) {
    if (number == 0 && virtual != 0) {
      int parent = realRank(virtual & virtual - 1, root);
      round.receive(held, 0, blocks * blockElements, type, parent);
      return true;
    }
    if (number == (virtual == 0 ? 0 : 1)) {
      sendToChildren(round);
      if (own != null) {
        workspace.copy(held, 0, own.storage, own.originBytes, blockBytes);
      }
      return true;
    }
    return false;
  }

  private void sendToChildren(Round round) {
    int reach = virtual == 0 ? Integer.highestOneBit(size) << 1 : Integer.lowestOneBit(virtual);
    for (int distance = reach >>> 1; distance != 0; distance >>= 1) {
      if (distance < blocks) {
        int theirs = Math.min(distance, blocks - distance);
        int child = realRank(virtual + distance, root);
        round.send(held, distance * blockBytes, theirs * blockElements, type, child);
      }
    }
  }

  @Override
  public void release() {
    workspace.give(base, held);
  }
}
