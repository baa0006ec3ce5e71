package org.ob1j.runtime.collective;

import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * Combines all ranks' elements, of which each rank gets one block: at rank 0, up a binomial tree,
 * which then sends each rank its block. For little data: few messages, which are longer than need
 * be.
 *
 * <pre>
 *   combine     1 ──► 0    3 ──► 2
 *               2 ──► 0
 *   scatter     0 ──► 1    block 1
 *               0 ──► 2    block 2
 *               0 ──► 3    block 3
 * </pre>
 *
 * Operands keep the order of the ranks, if they must.
 */
final class ReduceThenScatter extends Algorithm {
  private static final int ROOT = 0;

  private final Blocks blocks;
  private final Blocks result;
  private final PrimitiveType operandType;
  private final Algorithm reduce;

  /** Null but at the root. */
  private final Object combined;

  private boolean scatters;

  /**
   * @param own this rank's parts of all blocks, one behind the other
   * @param blocks the same, block by block
   * @param result where this rank's block goes, at the beginning; may be where the parts are
   */
  ReduceThenScatter(
      Members members, Blocks own, Blocks blocks, Blocks result, Reduction reduction) {
    super(members);
    this.result = result;
    operandType = reduction.operandType();
    int count = own.count(0);
    Blocks all = null;
    if (rank == ROOT) {
      long bytes = count * own.type.extentBytes();
      combined = workspace.take(operandType, Math.toIntExact(bytes / operandType.sizeBytes()));
      all = Blocks.same(combined, count, own.type);
      this.blocks = blocks.movedTo(combined);
    } else {
      combined = null;
      this.blocks = blocks;
    }
    reduce = new BinomialReduce(members, own, all, count, reduction, ROOT);
  }

  @Override
  boolean begin(int number, Round round) {
    if (scatters) {
      return false;
    }
    if (!reduce.begin(number, round)) {
      scatters = true;
      scatter(round);
    }
    return true;
  }

  private void scatter(Round round) {
    if (rank != ROOT) {
      round.receive(result.storage, result.originBytes, blocks.count(rank), blocks.type, ROOT);
      return;
    }
    for (int destination = ROOT + 1; destination < size; destination++) {
      round.sendBlock(blocks, destination, destination);
    }
    long ownBytes = blocks.count(ROOT) * blocks.type.extentBytes();
    workspace.copy(combined, 0, result.storage, result.originBytes, ownBytes);
  }

  @Override
  void release() {
    reduce.release();
    if (combined != null) {
      workspace.give(operandType, combined);
    }
  }
}
