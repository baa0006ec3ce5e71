package org.ob1j.runtime.collective.op;

/**
 * Reductions of longs. Each is a loop of its own over two arrays from one index on, which C2 turns
 * into vector instructions; it does not if the indices differ.
 */
final class LongLoops {
  private LongLoops() {}

  static void apply(Operator operator, long[] a, long[] b, int at, int count) {
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

  private static void sum(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] + b[at + i];
    }
  }

  private static void product(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] * b[at + i];
    }
  }

  private static void maximum(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.max(a[at + i], b[at + i]);
    }
  }

  private static void minimum(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = Math.min(a[at + i], b[at + i]);
    }
  }

  private static void bitwiseAnd(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] & b[at + i];
    }
  }

  private static void bitwiseOr(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] | b[at + i];
    }
  }

  private static void bitwiseXor(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] ^ b[at + i];
    }
  }

  private static void logicalAnd(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 && b[at + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalOr(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 || b[at + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalXor(long[] a, long[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = a[at + i] != 0 ^ b[at + i] != 0 ? 1 : 0;
    }
  }
}
