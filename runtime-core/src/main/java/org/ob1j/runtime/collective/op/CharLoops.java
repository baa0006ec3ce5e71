package org.ob1j.runtime.collective.op;

/**
 * Reductions of chars, which are unsigned. Each is a loop of its own over two arrays from one index
 * on, which C2 turns into vector instructions; it does not if the indices differ.
 */
final class CharLoops {
  private CharLoops() {}

  static void apply(Operator operator, char[] a, char[] b, int at, int count) {
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

  private static void sum(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] + b[at + i]);
    }
  }

  private static void product(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] * b[at + i]);
    }
  }

  private static void maximum(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) Math.max(a[at + i], b[at + i]);
    }
  }

  private static void minimum(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) Math.min(a[at + i], b[at + i]);
    }
  }

  private static void bitwiseAnd(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] & b[at + i]);
    }
  }

  private static void bitwiseOr(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] | b[at + i]);
    }
  }

  private static void bitwiseXor(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] ^ b[at + i]);
    }
  }

  private static void logicalAnd(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] != 0 && b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] != 0 || b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(char[] a, char[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (char) (a[at + i] != 0 ^ b[at + i] != 0 ? 1 : 0);
    }
  }
}
