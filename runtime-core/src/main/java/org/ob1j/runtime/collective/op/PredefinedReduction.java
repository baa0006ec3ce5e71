package org.ob1j.runtime.collective.op;

import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * An operator on a basic type. Bytes are unsigned, and so are booleans, which are bytes of value 0
 * or 1; chars are unsigned, too.
 */
public final class PredefinedReduction implements Reduction {
  private final Operator operator;
  private final PrimitiveType operandType;

  /**
   * An operator that {@link Operator#isDefinedOn} the type.
   *
   * @throws IllegalArgumentException if it is not
   */
  public PredefinedReduction(Operator operator, PrimitiveType type) {
    if (!operator.isDefinedOn(type)) {
      throw new IllegalArgumentException(operator + " is not defined on " + type);
    }
    this.operator = operator;
    operandType = type == PrimitiveType.BOOLEAN ? PrimitiveType.BYTE : type;
  }

  @Override
  public PrimitiveType operandType() {
    return operandType;
  }

  @Override
  public boolean isUserDefined() {
    return false;
  }

  @Override
  public boolean isCommutative() {
    return true;
  }

  @Override
  public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
    if (second instanceof double[] to) {
      DoubleLoops.apply(operator, (double[]) first, firstIndex, to, secondIndex, count);
    } else if (second instanceof float[] to) {
      FloatLoops.apply(operator, (float[]) first, firstIndex, to, secondIndex, count);
    } else if (second instanceof int[] to) {
      IntLoops.apply(operator, (int[]) first, firstIndex, to, secondIndex, count);
    } else if (second instanceof long[] to) {
      LongLoops.apply(operator, (long[]) first, firstIndex, to, secondIndex, count);
    } else if (second instanceof byte[] to) {
      ByteLoops.apply(operator, (byte[]) first, firstIndex, to, secondIndex, count);
    } else if (second instanceof short[] to) {
      ShortLoops.apply(operator, (short[]) first, firstIndex, to, secondIndex, count);
    } else {
      CharLoops.apply(operator, (char[]) first, firstIndex, (char[]) second, secondIndex, count);
    }
  }
}
