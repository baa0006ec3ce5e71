package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * As many elements of every rank for one, up a binomial tree: in round k a rank whose bit k is set
 * sends all the blocks it has to the rank 2^k below. Ranks are counted from the root.
 *
 * <pre>
 *   round 0    1 ──► 0    3 ──► 2    5 ──► 4    7 ──► 6      a block each
 *   round 1    2 ──► 0               6 ──► 4                 two blocks
 *   round 2    4 ──► 0                                       four blocks
 * </pre>
 */
public final class BinomialGather extends MemberAlgorithm {
  private final Blocks all;
  private final int root;
  private final int virtual;
  private final TypeMap type;
  private final PrimitiveType base;
  private final int blockElements;
  private final long blockBytes;
  private final Object held;
  private boolean sent;

  /**
   * @param own this rank's block; null at the root if it is in {@code all}
   * @param all null but at the root
   */
  public BinomialGather(Members members, Blocks own, Blocks all, int root) {
    super(members);
    this.all = all;
    this.root = root;
    virtual = virtualRank(root);
    type = own == null ? all.type : own.type;
    base = type.baseType();
    blockElements = own == null ? all.count(0) : own.count(0);
    blockBytes = (long) blockElements * type.sizeBytes();
    held = workspace.take(base, (int) (subtree() * blockBytes / base.sizeBytes()));
    Object storage = own == null ? all.storage : own.storage;
    long offsetBytes = own == null ? all.offsetBytes(rank) : own.originBytes;
    workspace.copy(storage, offsetBytes, held, 0, blockBytes);
  }

  /** Of how many ranks this one gets blocks, its own included. */
  private int subtree() {
    int reach = virtual == 0 ? size : Integer.lowestOneBit(virtual);
    return Math.min(reach, size - virtual);
  }

  @Override
  public boolean begin(int number, Round round) {
    if (sent) {
      return false;
    }
    int distance = 1 << number;
    if (distance < size && (virtual & distance) == 0) {
      int child = virtual + distance;
      if (child < size) {
        int blocks = Math.min(distance, size - child);
        round.receive(
            held, distance * blockBytes, blocks * blockElements, type, realRank(child, root));
      }
      return true;
    }
    if (virtual != 0) {
      sent = true;
      int parent = realRank(virtual - distance, root);
      round.send(held, 0, subtree() * blockElements, type, parent);
      return true;
    }
    turn();
    return false;
  }

  private void turn() {
    long ahead = root * blockBytes;
    long total = size * blockBytes;
    workspace.copy(held, 0, all.storage, all.offsetBytes(0) + ahead, total - ahead);
    workspace.copy(held, total - ahead, all.storage, all.offsetBytes(0), ahead);
  }

  @Override
  public void release() {
    workspace.give(base, held);
  }
}
