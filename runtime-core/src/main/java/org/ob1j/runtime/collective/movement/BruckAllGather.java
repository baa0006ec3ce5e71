package org.ob1j.runtime.collective.movement;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * As many elements of every rank for all, few and for any number of ranks (Bruck's algorithm): in
 * round k a rank sends the first 2^k blocks it has to the rank 2^k below it, so what a rank has
 * doubles.
 *
 * <pre>
 *   rank      0        1        2           blocks held, own first
 *   start     0        1        2
 *   round 0   0 1      1 2      2 0
 *   round 1   0 1 2    1 2 0    2 0 1       turned at the end, so that block 0 comes first
 * </pre>
 */
public final class BruckAllGather extends MemberAlgorithm {
  private final Blocks all;
  private final TypeMap type;
  private final PrimitiveType base;
  private final int blockElements;
  private final long blockBytes;
  private final Object held;

  /**
   * @param own this rank's block; null if it is in {@code all}
   */
  public BruckAllGather(Members members, Blocks own, Blocks all) {
    super(members);
    this.all = all;
    type = all.type;
    base = type.baseType();
    blockElements = all.count(0);
    blockBytes = all.bytes(0);
    held = workspace.take(base, (int) (size * blockBytes / base.sizeBytes()));
    Object storage = own == null ? all.storage : own.storage;
    long offsetBytes = own == null ? all.offsetBytes(rank) : own.originBytes;
    workspace.copy(storage, offsetBytes, held, 0, blockBytes);
  }

  @Override
  public boolean begin(int number, Round round) {
    int blocks = 1 << number;
    if (blocks >= size) {
      turn();
      return false;
    }
    int elements = Math.min(blocks, size - blocks) * blockElements;
    round.receive(held, blocks * blockBytes, elements, type, wrapped((long) rank + blocks));
    round.send(held, 0, elements, type, wrappedBelow(rank - blocks));
    return true;
  }

  private void turn() {
    long ahead = rank * blockBytes;
    long total = size * blockBytes;
    workspace.copy(held, 0, all.storage, all.originBytes + ahead, total - ahead);
    workspace.copy(held, total - ahead, all.storage, all.originBytes, ahead);
  }

  @Override
  public void release() {
    workspace.give(base, held);
  }
}
