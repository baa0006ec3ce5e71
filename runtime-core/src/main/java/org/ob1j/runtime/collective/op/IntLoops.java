package org.ob1j.runtime.collective.op;

/**
 * Reductions of ints. Each is a loop of its own over two arrays from one index on, which C2 turns
 * into vector instructions; it does not if the indices differ.
 */
final class IntLoops {
  private IntLoops() {}

  static void apply(Operator operator, int[] a, int[] b, int at, int count) {
    if (operator == Operator.SUM) {
      sum(a, b, at, count);
    } else if (operator == Operator.PROD) {
      product(a, b, at, count);
    } else if (operator == Operator.MAX) {
      maximum(a, b, at, count);
    } else if (operator == Operator.MIN) {
      minimum(a, b, at, count);
    } else if (operator == Operator.BAND) {
      bitwiseAnd(a, b, at, count);
    } else if (operator == Operator.BOR) {
      bitwiseOr(a, b, at, count);
    } else if (operator == Operator.BXOR) {
      bitwiseXor(a, b, at, count);
    } else if (operator == Operator.LAND) {
      logicalAnd(a, b, at, count);
    } else if (operator == Operator.LOR) {
      logicalOr(a, b, at, count);
    } else if (operator == Operator.LXOR) {
      logicalXor(a, b, at, count);
    } else {
      throw new IllegalArgumentException("unknown operator " + operator);
    }
  }

  private static void sum(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] + b[at + i];
    }
  }

  private static void product(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] * b[at + i];
    }
  }

  private static void maximum(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.max(a[at + i], b[at + i]);
    }
  }

  private static void minimum(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.min(a[at + i], b[at + i]);
    }
  }

  private static void bitwiseAnd(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] & b[at + i];
    }
  }

  private static void bitwiseOr(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] | b[at + i];
    }
  }

  private static void bitwiseXor(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] ^ b[at + i];
    }
  }

  private static void logicalAnd(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 && b[at + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalOr(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 || b[at + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalXor(int[] a, int[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 ^ b[at + i] != 0 ? 1 : 0;
    }
  }
}
