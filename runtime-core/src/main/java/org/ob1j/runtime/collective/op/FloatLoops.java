package org.ob1j.runtime.collective.op;

/**
 * Reductions of floats. Each is a loop of its own, which the JIT turns into vector instructions.
 */
final class FloatLoops {
  private FloatLoops() {}

  static void apply(Operator operator, float[] a, int from, float[] b, int to, int count) {
    if (operator == Operator.SUM) {
      sum(a, from, b, to, count);
    } else if (operator == Operator.PROD) {
      product(a, from, b, to, count);
    } else if (operator == Operator.MAX) {
      maximum(a, from, b, to, count);
    } else if (operator == Operator.MIN) {
      minimum(a, from, b, to, count);
    } else {
      throw new IllegalArgumentException(operator + " on floats");
    }
  }

  private static void sum(float[] a, int from, float[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] + b[to + i];
    }
  }

  private static void product(float[] a, int from, float[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] * b[to + i];
    }
  }

  private static void maximum(float[] a, int from, float[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.max(a[from + i], b[to + i]);
    }
  }

  private static void minimum(float[] a, int from, float[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.min(a[from + i], b[to + i]);
    }
  }
}
