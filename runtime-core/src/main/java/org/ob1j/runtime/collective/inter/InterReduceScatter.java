package org.ob1j.runtime.collective.inter;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.PmlError;

/**
 * The elements of all ranks of each group, combined in their order, in blocks for the ranks of the
 * other. How long the blocks are, only those know who get them: they tell it first.
 *
 * <pre>
 *   every rank of a ◄─── length of the block ─── every rank of b
 *   every rank of a ──── part of the block ────► every rank of b      and the same from b to a
 * </pre>
 */
public final class InterReduceScatter extends MemberAlgorithm {
  private static final TypeMap INT = TypeMap.of(PrimitiveType.INT);

  private final Blocks own;
  private final Blocks result;
  private final Reduction reduction;
  private final int[] ownCount;

  /** Elements of the block of each rank of the other group. */
  private final int[] counts;

  /** What each of them has for this rank's block. */
  private final Object[] parts;

  /**
   * @param own this rank's elements: its parts of the other group's blocks, one behind the other
   * @param result where this rank's block goes
   */
  public InterReduceScatter(Members members, Blocks own, Blocks result, Reduction reduction) {
    super(members);
    this.own = own;
    this.result = result;
    this.reduction = reduction;
    ownCount = new int[] {result.count(0)};
    counts = new int[size];
    parts = new Object[size];
  }

  @Override
  public boolean begin(int number, Round round) {
    switch (number) {
      case 0 -> exchangeCounts(round);
      case 1 -> exchangeParts(round);
      default -> {
        combine();
        return false;
      }
    }
    return true;
  }

  private void exchangeCounts(Round round) {
    for (int other = 0; other < size; other++) {
      round.receive(counts, (long) other * Integer.BYTES, 1, INT, other);
    }
    for (int other = 0; other < size; other++) {
      round.send(ownCount, 0, 1, INT, other);
    }
  }

  private void exchangeParts(Round round) {
    int[] displacements = displacements();
    long elements = ownCount[0] * result.type.extentBytes() / reduction.operandType().sizeBytes();
    for (int other = 0; other < size; other++) {
      parts[other] = workspace.take(reduction.operandType(), Math.toIntExact(elements));
      round.receive(parts[other], 0, ownCount[0], result.type, other);
    }
    Blocks blocks = own.cut(counts, displacements);
    for (int other = 0; other < size; other++) {
      round.sendBlock(blocks, other, other);
    }
  }

  private int[] displacements() {
    int[] displacements = new int[size];
    long next = 0;
    for (int other = 0; other < size; other++) {
      displacements[other] = (int) next;
      next += counts[other];
    }
    if (next != own.count(0)) {
      throw new CollectiveException(
          PmlError.TRUNCATED,
          "the counts of the other group are "
              + next
              + " together and those of this group "
              + own.count(0)
              + "; they must be the same");
    }
    return displacements;
  }

  private void combine() {
    for (int other = 1; other < size; other++) {
      reduction.apply(parts[other - 1], 0, parts[other], 0, ownCount[0]);
    }
    long bytes = ownCount[0] * result.type.extentBytes();
    workspace.copy(parts[size - 1], 0, result.storage, result.originBytes, bytes);
  }

  @Override
  public void release() {
    for (Object part : parts) {
      if (part != null) {
        workspace.give(reduction.operandType(), part);
      }
    }
  }
}
