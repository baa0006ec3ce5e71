package org.ob1j.runtime.collective.op;

import org.ob1j.runtime.datatype.PrimitiveType;

/** The sum or product of complex numbers, whose parts are floats or doubles. */
public final class ComplexReduction implements Reduction {
  private final boolean product;
  private final PrimitiveType parts;
  private final PredefinedReduction sum;

  /**
   * The sum, or else the product.
   *
   * @param operator SUM or PROD, which are all that MPI defines
   * @param parts FLOAT or DOUBLE
   */
  public ComplexReduction(Operator operator, PrimitiveType parts) {
    if (!isDefined(operator)) {
      throw new IllegalArgumentException(operator + " is not defined on complex numbers");
    }
    product = operator == Operator.PROD;
    this.parts = parts;
    sum = new PredefinedReduction(Operator.SUM, parts);
  }

  /** Whether MPI defines the operator on complex numbers. */
  public static boolean isDefined(Operator operator) {
    return operator == Operator.SUM || operator == Operator.PROD;
  }

  @Override
  public PrimitiveType operandType() {
    return parts;
  }

  @Override
  public boolean isCommutative() {
    return true;
  }

  @Override
  public boolean isUserDefined() {
    return false;
  }

  @Override
  public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
    if (!product) {
      sum.apply(first, firstIndex, second, secondIndex, 2 * count);
    } else if (parts == PrimitiveType.FLOAT) {
      multiply((float[]) first, firstIndex, (float[]) second, secondIndex, count);
    } else {
      multiply((double[]) first, firstIndex, (double[]) second, secondIndex, count);
    }
  }

  private static void multiply(float[] first, int from, float[] second, int to, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      float real = first[from + i];
      float imaginary = first[from + i + 1];
      float otherReal = second[to + i];
      float otherImaginary = second[to + i + 1];
      second[to + i] = real * otherReal - imaginary * otherImaginary;
      second[to + i + 1] = real * otherImaginary + imaginary * otherReal;
    }
  }

  private static void multiply(double[] first, int from, double[] second, int to, int count) {
    for (int i = 0; i < 2 * count; i += 2) {
      double real = first[from + i];
      double imaginary = first[from + i + 1];
      double otherReal = second[to + i];
      double otherImaginary = second[to + i + 1];
      second[to + i] = real * otherReal - imaginary * otherImaginary;
      second[to + i + 1] = real * otherImaginary + imaginary * otherReal;
    }
  }
}
