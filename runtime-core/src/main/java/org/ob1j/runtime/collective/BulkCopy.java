package org.ob1j.runtime.collective;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;

/**
 * Copies between arrays and buffers of the same elements, each by one call of the JDK: what most
 * collectives need. A buffer's position and limit do not count.
 */
final class BulkCopy {
  private BulkCopy() {}

  /** Copies bytes, if these are whole elements of both. Returns false if they are not. */
  static boolean copy(Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    int shift = PrimitiveArrays.shift(from);
    if (shift < 0) {
      return copyFromBuffer((Buffer) from, fromBytes, to, toBytes, lengthBytes);
    }
    if (((fromBytes | toBytes | lengthBytes) & (1L << shift) - 1) != 0) {
      return false;
    }
    int at = (int) (fromBytes >> shift);
    int toAt = (int) (toBytes >> shift);
    int length = (int) (lengthBytes >> shift);
    if (from.getClass() != to.getClass()) {
      return to instanceof Buffer buffer && write(from, at, whole(buffer), toAt, length);
    }
    System.arraycopy(from, at, to, toAt, length);
    return true;
  }

  private static boolean copyFromBuffer(
      Buffer from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    Buffer source = whole(from);
    if (to instanceof Buffer target) {
      if (source instanceof ByteBuffer bytes && target instanceof ByteBuffer) {
        ByteBuffer room = (ByteBuffer) whole(target);
        room.put((int) toBytes, bytes, (int) fromBytes, (int) lengthBytes);
        return true;
      }
      return false;
    }
    int shift = PrimitiveArrays.shift(to);
    if (((fromBytes | toBytes | lengthBytes) & (1L << shift) - 1) != 0) {
      return false;
    }
    int at = (int) (fromBytes >> shift);
    return read(source, at, to, (int) (toBytes >> shift), (int) (lengthBytes >> shift));
  }

  private static Buffer whole(Buffer buffer) {
    return buffer.limit() == buffer.capacity() ? buffer : buffer.duplicate().clear();
  }

  private static boolean read(Buffer from, int at, Object to, int toAt, int length) {
    if (from instanceof FloatBuffer floats && to instanceof float[] array) {
      floats.get(at, array, toAt, length);
    } else if (from instanceof DoubleBuffer doubles && to instanceof double[] array) {
      doubles.get(at, array, toAt, length);
    } else if (from instanceof IntBuffer ints && to instanceof int[] array) {
      ints.get(at, array, toAt, length);
    } else if (from instanceof LongBuffer longs && to instanceof long[] array) {
      longs.get(at, array, toAt, length);
    } else if (from instanceof ByteBuffer bytes && to instanceof byte[] array) {
      bytes.get(at, array, toAt, length);
    } else {
      return false;
    }
    return true;
  }

  private static boolean write(Object from, int at, Buffer to, int toAt, int length) {
    if (to instanceof FloatBuffer floats && from instanceof float[] array) {
      floats.put(toAt, array, at, length);
    } else if (to instanceof DoubleBuffer doubles && from instanceof double[] array) {
      doubles.put(toAt, array, at, length);
    } else if (to instanceof IntBuffer ints && from instanceof int[] array) {
      ints.put(toAt, array, at, length);
    } else if (to instanceof LongBuffer longs && from instanceof long[] array) {
      longs.put(toAt, array, at, length);
    } else if (to instanceof ByteBuffer bytes && from instanceof byte[] array) {
      bytes.put(toAt, array, at, length);
    } else {
      return false;
    }
    return true;
  }
}
