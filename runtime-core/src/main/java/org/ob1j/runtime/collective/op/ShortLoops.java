package org.ob1j.runtime.collective.op;

/**
 * Reductions of shorts. Each is a loop of its own, which the JIT turns into vector instructions.
 */
final class ShortLoops {
  private ShortLoops() {}

  static void apply(Operator operator, short[] a, int from, short[] b, int to, int count) {
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

  private static void sum(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] + b[to + i]);
    }
  }

  private static void product(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] * b[to + i]);
    }
  }

  private static void maximum(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) Math.max(a[from + i], b[to + i]);
    }
  }

  private static void minimum(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) Math.min(a[from + i], b[to + i]);
    }
  }

  private static void bitwiseAnd(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] & b[to + i]);
    }
  }

  private static void bitwiseOr(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] | b[to + i]);
    }
  }

  private static void bitwiseXor(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] ^ b[to + i]);
    }
  }

  private static void logicalAnd(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] != 0 && b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] != 0 || b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(short[] a, int from, short[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (short) (a[from + i] != 0 ^ b[to + i] != 0 ? 1 : 0);
    }
  }
}
