package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * Two arrays of one type, which operands are combined in, from one index of both: that is what
 * reductions are fast with. They are kept for the next operation.
 */
final class OperandArrays {
  private final Workspace workspace;
  private PrimitiveType type;
  private int length;
  private Object first;
  private Object second;

  OperandArrays(Workspace workspace) {
    this.workspace = workspace;
  }

  /** Sees to it that both have at least so many elements, with anything in them. */
  void prepare(PrimitiveType ofType, int elements) {
    if (ofType != type || elements > length) {
      release();
      first = workspace.take(ofType, elements);
      second = workspace.take(ofType, elements);
      type = ofType;
      length = elements;
    }
  }

  private void release() {
    if (type != null) {
      workspace.give(type, first);
      workspace.give(type, second);
    }
  }

  Object first() {
    return first;
  }

  Object second() {
    return second;
  }
}
