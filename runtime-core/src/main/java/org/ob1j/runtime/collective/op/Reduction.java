package org.ob1j.runtime.collective.op;

import org.ob1j.runtime.datatype.PrimitiveType;

/** An operation that combines elements of one datatype. It is associative. */
public interface Reduction {
  /** What the elements are combined as: the type of the arrays that {@link #apply} gets. */
  PrimitiveType operandType();

  /** Whether the operands may change places. */
  boolean isCommutative();

  /** Whether it is a function of the user, who may do anything in it. */
  default boolean isUserDefined() {
    return true;
  }

  /**
   * Combines elements: {@code second[i] = first[i] op second[i]}, where the first operand comes
   * from lower ranks than the second. The fastest way is from one index in two arrays.
   *
   * @param first an array of the operand type, which is not changed
   * @param firstIndex where the elements begin in it
   * @param second an array of the operand type
   * @param secondIndex where the elements begin in it
   * @param count elements of the datatype
   */
  void apply(Object first, int firstIndex, Object second, int secondIndex, int count);

  /**
   * Throws what a function of the user has thrown. {@link #apply} does not: the operation goes on,
   * since other ranks wait for what this one passes on.
   */
  default void requireApplied() {
    // Predefined operations do not fail.
  }
}
