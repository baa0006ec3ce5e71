package org.ob1j.runtime.collective.op;

import java.lang.reflect.Array;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * An operator on a basic type. Bytes are unsigned, and so are booleans, which are bytes of value 0
 * or 1; chars are unsigned, too.
 */
public final class PredefinedReduction implements Reduction {
  /** Of both operands so many elements fit into a core's nearest cache. */
  private static final int MOVED_ELEMENTS = 1024;

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
    if (firstIndex != secondIndex) {
      applyElsewhere(first, firstIndex, second, secondIndex, count);
    } else if (second instanceof double[] to) {
      DoubleLoops.apply(operator, (double[]) first, to, firstIndex, count);
    } else if (second instanceof float[] to) {
      FloatLoops.apply(operator, (float[]) first, to, firstIndex, count);
    } else if (second instanceof int[] to) {
      IntLoops.apply(operator, (int[]) first, to, firstIndex, count);
    } else if (second instanceof long[] to) {
      LongLoops.apply(operator, (long[]) first, to, firstIndex, count);
    } else if (second instanceof byte[] to) {
      ByteLoops.apply(operator, (byte[]) first, to, firstIndex, count);
    } else if (second instanceof short[] to) {
      ShortLoops.apply(operator, (short[]) first, to, firstIndex, count);
    } else {
      CharLoops.apply(operator, (char[]) first, (char[]) second, firstIndex, count);
    }
  }

  /** In arrays where both begin at one index: with the copies twice as fast as without them. */
  private void applyElsewhere(
      Object first, int firstIndex, Object second, int secondIndex, int count) {
    int most = Math.min(count, MOVED_ELEMENTS);
    Class<?> elements = second.getClass().getComponentType();
    Object one = Array.newInstance(elements, most);
    Object other = Array.newInstance(elements, most);
    for (int done = 0; done < count; done += most) {
      int piece = Math.min(most, count - done);
      System.arraycopy(first, firstIndex + done, one, 0, piece);
      System.arraycopy(second, secondIndex + done, other, 0, piece);
      apply(one, 0, other, 0, piece);
      System.arraycopy(other, 0, second, secondIndex + done, piece);
    }
  }
}
