package org.ob1j.runtime.collective.op;

/**
 * Reductions of doubles. Each is a loop of its own, which the JIT turns into vector instructions.
 */
final class DoubleLoops {
  private DoubleLoops() {}

  static void apply(Operator operator, double[] a, int from, double[] b, int to, int count) {
    if (operator == Operator.SUM) {
      sum(a, from, b, to, count);
    } else if (operator == Operator.PROD) {
      product(a, from, b, to, count);
    } else if (operator == Operator.MAX) {
      maximum(a, from, b, to, count);
    } else if (operator == Operator.MIN) {
      minimum(a, from, b, to, count);
    } else {
      throw new IllegalArgumentException(operator + " on doubles");
    }
  }

  private static void sum(double[] a, int from, double[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] + b[to + i];
    }
  }

  private static void product(double[] a, int from, double[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] * b[to + i];
    }
  }

  private static void maximum(double[] a, int from, double[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.max(a[from + i], b[to + i]);
    }
  }

  private static void minimum(double[] a, int from, double[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.min(a[from + i], b[to + i]);
    }
  }
}
