package org.ob1j.runtime.collective.op;

/** Reductions of longs. Each is a loop of its own, which the JIT turns into vector instructions. */
final class LongLoops {
  private LongLoops() {}

  static void apply(Operator operator, long[] a, int from, long[] b, int to, int count) {
    if (operator == Operator.SUM) {
      sum(a, from, b, to, count);
    } else if (operator == Operator.PROD) {
      product(a, from, b, to, count);
    } else if (operator == Operator.MAX) {
      maximum(a, from, b, to, count);
    } else if (operator == Operator.MIN) {
      minimum(a, from, b, to, count);
    } else if (operator == Operator.BAND) {
      bitwiseAnd(a, from, b, to, count);
    } else if (operator == Operator.BOR) {
      bitwiseOr(a, from, b, to, count);
    } else if (operator == Operator.BXOR) {
      bitwiseXor(a, from, b, to, count);
    } else if (operator == Operator.LAND) {
      logicalAnd(a, from, b, to, count);
    } else if (operator == Operator.LOR) {
      logicalOr(a, from, b, to, count);
    } else if (operator == Operator.LXOR) {
      logicalXor(a, from, b, to, count);
    } else {
      throw new IllegalArgumentException("unknown operator " + operator);
    }
  }

  private static void sum(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] + b[to + i];
    }
  }

  private static void product(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] * b[to + i];
    }
  }

  private static void maximum(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.max(a[from + i], b[to + i]);
    }
  }

  private static void minimum(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = Math.min(a[from + i], b[to + i]);
    }
  }

  private static void bitwiseAnd(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] & b[to + i];
    }
  }

  private static void bitwiseOr(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] | b[to + i];
    }
  }

  private static void bitwiseXor(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] ^ b[to + i];
    }
  }

  private static void logicalAnd(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] != 0 && b[to + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalOr(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] != 0 || b[to + i] != 0 ? 1 : 0;
    }
  }

  private static void logicalXor(long[] a, int from, long[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = a[from + i] != 0 ^ b[to + i] != 0 ? 1 : 0;
    }
  }
}
