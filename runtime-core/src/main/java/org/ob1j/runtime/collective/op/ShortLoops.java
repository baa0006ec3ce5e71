package org.ob1j.runtime.collective.op;

/**
 * Reductions of shorts. Each is a loop of its own over two arrays from one index on, which C2 turns
 * into vector instructions; it does not if the indices differ.
 */
final class ShortLoops {
  private ShortLoops() {}

  static void apply(Operator operator, short[] a, short[] b, int at, int count) {
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

  private static void sum(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] + b[at + i]);
    }
  }

  private static void product(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] * b[at + i]);
    }
  }

  private static void maximum(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) Math.max(a[at + i], b[at + i]);
    }
  }

  private static void minimum(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) Math.min(a[at + i], b[at + i]);
    }
  }

  private static void bitwiseAnd(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] & b[at + i]);
    }
  }

  private static void bitwiseOr(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] | b[at + i]);
    }
  }

  private static void bitwiseXor(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] ^ b[at + i]);
    }
  }

  private static void logicalAnd(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] != 0 && b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] != 0 || b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(short[] a, short[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (short) (a[at + i] != 0 ^ b[at + i] != 0 ? 1 : 0);
    }
  }
}
