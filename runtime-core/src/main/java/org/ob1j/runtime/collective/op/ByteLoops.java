package org.ob1j.runtime.collective.op;

/**
 * Reductions of bytes, which are unsigned. Each is a loop of its own over two arrays from one index
 * on, which C2 turns into vector instructions; it does not if the indices differ.
 */
final class ByteLoops {
  private ByteLoops() {}

  static void apply(Operator operator, byte[] a, byte[] b, int at, int count) {
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

  private static void sum(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] + b[at + i]);
    }
  }

  private static void product(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] * b[at + i]);
    }
  }

  private static void maximum(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) Math.max(a[at + i] & 0xff, b[at + i] & 0xff);
    }
  }

  private static void minimum(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) Math.min(a[at + i] & 0xff, b[at + i] & 0xff);
    }
  }

  private static void bitwiseAnd(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] & b[at + i]);
    }
  }

  private static void bitwiseOr(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] | b[at + i]);
    }
  }

  private static void bitwiseXor(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] ^ b[at + i]);
    }
  }

  private static void logicalAnd(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] != 0 && b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalOr(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] != 0 || b[at + i] != 0 ? 1 : 0);
    }
  }

  private static void logicalXor(byte[] a, byte[] b, int at, int count) {
    for (int i = 0; i < count; i++) {
      b[at + i] = (byte) (a[at + i] != 0 ^ b[at + i] != 0 ? 1 : 0);
    }
  }
}
