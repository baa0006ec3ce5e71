package org.ob1j.runtime.collective.op;

/**
 * Reductions of doubles. Each is a loop of its own over two arrays from one index on, which C2
 * turns into vector instructions; it does not if the indices differ.
 */
final class DoubleLoops {
  private DoubleLoops() {}

  static void apply(Operator operator, double[] a, double[] b, int at, int count) {
    if (operator == Operator.SUM) {
      sum(a, b, at, count);
    } else if (operator == Operator.PROD) {
      product(a, b, at, count);
    } else if (operator == Operator.MAX) {
      maximum(a, b, at, count);
    } else if (operator == Operator.MIN) {
      minimum(a, b, at, count);
    } else {
      throw new IllegalArgumentException(operator + " on doubles");
    }
  }

  private static void sum(double[] a, double[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] + b[at + i];
    }
  }

  private static void product(double[] a, double[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] * b[at + i];
    }
  }

  private static void maximum(double[] a, double[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.max(a[at + i], b[at + i]);
    }
  }

  private static void minimum(double[] a, double[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.min(a[at + i], b[at + i]);
    }
  }
}
