package org.ob1j.runtime.collective.reduce;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Staging;

/** Combines elements of this process with others of it, without a message. */
public final class LocalReduction {
  private LocalReduction() {}

  /**
   * Combines elements.
   *
   * @param first what comes first
   * @param second as many elements, whose place the result takes
   */
  public static void combine(Members members, Blocks first, Blocks second, Reduction reduction) {
    int count = second.count(0);
    if (count == 0) {
      return;
    }
    Staging staging = new Staging(members);
    Blocks input = staging.operands(first, reduction.operandType(), false);
    Blocks result = staging.operands(second, reduction.operandType(), true);
    Operands left = new Operands(members.workspace(), reduction, input, input);
    Operands right = new Operands(members.workspace(), reduction, result, result);
    try {
      reduction.apply(left.input, left.inputIndex, right.output, right.outputIndex, count);
      reduction.requireApplied();
      right.store(right.output, right.outputIndex);
      staging.unpack();
    } finally {
      left.release();
      right.release();
      staging.release();
    }
  }
}
