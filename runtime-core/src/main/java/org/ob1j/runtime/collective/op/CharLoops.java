package org.ob1j.runtime.collective.op;

/**
 * Reductions of chars, which are unsigned. Each is a loop of its own, which the JIT turns into
 * vector instructions.
 */
final class CharLoops {
  private CharLoops() {}

  static void apply(Operator operator, char[] a, int from, char[] b, int to, int count) {
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

  private static void sum(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] + b[to + i]);
    }
  }

  private static void product(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] * b[to + i]);
    }
  }

  private static void maximum(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) Math.max(a[from + i], b[to + i]);
    }
  }

  private static void minimum(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) Math.min(a[from + i], b[to + i]);
    }
  }

  private static void bitwiseAnd(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] & b[to + i]);
    }
  }

  private static void bitwiseOr(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] | b[to + i]);
    }
  }

  private static void bitwiseXor(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] ^ b[to + i]);
    }
  }

  private static void logicalAnd(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] != 0 && b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] != 0 || b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(char[] a, int from, char[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (char) (a[from + i] != 0 ^ b[to + i] != 0 ? 1 : 0);
    }
  }
}
