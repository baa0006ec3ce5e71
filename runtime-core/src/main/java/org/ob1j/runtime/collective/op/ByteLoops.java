package org.ob1j.runtime.collective.op;

/**
 * Reductions of bytes, which are unsigned. Each is a loop of its own, which the JIT turns into
 * vector instructions.
 */
final class ByteLoops {
  private ByteLoops() {}

  static void apply(Operator operator, byte[] a, int from, byte[] b, int to, int count) {
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

  private static void sum(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] + b[to + i]);
    }
  }

  private static void product(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] * b[to + i]);
    }
  }

  private static void maximum(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) Math.max(a[from + i] & 0xff, b[to + i] & 0xff);
    }
  }

  private static void minimum(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) Math.min(a[from + i] & 0xff, b[to + i] & 0xff);
    }
  }

  private static void bitwiseAnd(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] & b[to + i]);
    }
  }

  private static void bitwiseOr(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] | b[to + i]);
    }
  }

  private static void bitwiseXor(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] ^ b[to + i]);
    }
  }

  private static void logicalAnd(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] != 0 && b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] != 0 || b[to + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(byte[] a, int from, byte[] b, int to, int count) {
    for (int i = 0; i < count; i++) {
      b[to + i] = (byte) (a[from + i] != 0 ^ b[to + i] != 0 ? 1 : 0);
    }
  }
}
