package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.PrimitiveArrays;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * What the operands of a host's ranks make together, at their leader. It grows where the result
 * goes, if reductions can work there, else in an array of the workspace: then the leaders' part
 * need not copy it into one and back.
 */
final class PartialResult {
  private final Workspace workspace;
  private final PrimitiveType operandType;
  private final Blocks blocks;

  /** Null if it is where the result goes. */
  private final Object taken;

  /**
   * Nothing is in it yet.
   *
   * @param own the leader's operand
   * @param result where the result goes; null if not to this rank
   */
  PartialResult(Workspace workspace, Reduction reduction, Blocks own, Blocks result) {
    this.workspace = workspace;
    operandType = reduction.operandType();
    if (result != null && (!own.isContiguous || isArray(result))) {
      taken = null;
      blocks = result;
      return;
    }
    long bytes = Math.multiplyExact(own.count(0), own.type.extentBytes());
    taken = workspace.take(operandType, Math.toIntExact(bytes / operandType.sizeBytes()));
    blocks = Blocks.same(taken, own.count(0), own.type);
  }

  private boolean isArray(Blocks result) {
    return PrimitiveArrays.isOf(operandType, result.storage);
  }

  Blocks blocks() {
    return blocks;
  }

  /** Copies it to the user's buffer, if it is not there. */
  void store(Blocks result) {
    if (taken != null) {
      workspace.copy(taken, 0, result.storage, result.offsetBytes(0), result.bytes(0));
    }
  }

  /** Gives back what was taken from the workspace. */
  void end() {
    if (taken != null) {
      workspace.give(operandType, taken);
    }
  }
}
