package org.ob1j.tests.soak.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes that follow from a key, so that a receiver knows what must come. */
public final class MessageContent {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private MessageContent() {}

  /** Sets the first bytes of an array. */
  static void fill(byte[] target, int lengthBytes, long key) {
    int whole = lengthBytes & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      LONGS.set(target, i, mix(key + i));
    }
    long last = mix(key + whole);
    for (int i = whole; i < lengthBytes; i++) {
      target[i] = (byte) (last >>> 8 * (i - whole));
    }
  }

  /** The finalizer of SplitMix64: every bit of the result depends on every bit of the value. */
  public static long mix(long value) {
    long z = value * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
