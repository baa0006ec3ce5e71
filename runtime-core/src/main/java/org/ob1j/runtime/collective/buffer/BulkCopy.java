package org.ob1j.runtime.collective.buffer;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.ob1j.runtime.datatype.copy.BufferKind;

/**
 * Copies between arrays and buffers of the same elements, each by one call of the JDK: what most
 * collectives need. A buffer's position and limit do not count.
 */
final class BulkCopy {
  private BulkCopy() {}

  /**
   * Copies bytes, if these are whole elements of both. Returns false if they are not.
   *
   * <p>One method for all: it is too long to be compiled into each of its callers.
   */
  static boolean copy(Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    boolean reads = from instanceof Buffer;
    Object array = reads ? to : from;
    int shift = PrimitiveArrays.shift(array);
    if (shift < 0) {
      return copyBetweenBuffers(from, fromBytes, to, toBytes, lengthBytes);
    }
    if (((fromBytes | toBytes | lengthBytes) & (1L << shift) - 1) != 0) {
      return false;
    }
    int at = (int) (fromBytes >> shift);
    int toAt = (int) (toBytes >> shift);
    int length = (int) (lengthBytes >> shift);
    if (from.getClass() == to.getClass()) {
      System.arraycopy(from, at, to, toAt, length);
      return true;
    }
    Object other = reads ? from : to;
    Buffer whole = other instanceof Buffer buffer && isLittleEndian(buffer) ? whole(buffer) : null;
    if (whole instanceof FloatBuffer floats && array instanceof float[] its) {
      if (reads) {
        floats.get(at, its, toAt, length);
      } else {
        floats.put(toAt, its, at, length);
      }
    } else if (whole instanceof DoubleBuffer doubles && array instanceof double[] its) {
      if (reads) {
        doubles.get(at, its, toAt, length);
      } else {
        doubles.put(toAt, its, at, length);
      }
    } else if (whole instanceof IntBuffer ints && array instanceof int[] its) {
      if (reads) {
        ints.get(at, its, toAt, length);
      } else {
        ints.put(toAt, its, at, length);
      }
    } else if (whole instanceof LongBuffer longs && array instanceof long[] its) {
      if (reads) {
        longs.get(at, its, toAt, length);
      } else {
        longs.put(toAt, its, at, length);
      }
    } else if (whole instanceof ByteBuffer bytes && array instanceof byte[] its) {
      if (reads) {
        bytes.get(at, its, toAt, length);
      } else {
        bytes.put(toAt, its, at, length);
      }
    } else {
      return false;
    }
    return true;
  }

  private static boolean copyBetweenBuffers(
      Object from, long fromBytes, Object to, long toBytes, long lengthBytes) {
    if (from instanceof ByteBuffer source && to instanceof ByteBuffer target) {
      ByteBuffer room = (ByteBuffer) whole(target);
      room.put((int) toBytes, (ByteBuffer) whole(source), (int) fromBytes, (int) lengthBytes);
      return true;
    }
    return from instanceof Buffer source
        && to instanceof Buffer target
        && BufferKind.orderOf(source) == BufferKind.orderOf(target)
        && copyElements(source, fromBytes, target, toBytes, lengthBytes);
  }

  private static boolean copyElements(
      Buffer from, long fromBytes, Buffer to, long toBytes, long lengthBytes) {
    long edges = fromBytes | toBytes | lengthBytes;
    if (from instanceof DoubleBuffer source
        && to instanceof DoubleBuffer target
        && (edges & 7) == 0) {
      DoubleBuffer room = (DoubleBuffer) whole(target);
      DoubleBuffer its = (DoubleBuffer) whole(source);
      room.put((int) (toBytes >> 3), its, (int) (fromBytes >> 3), (int) (lengthBytes >> 3));
      return true;
    }
    if (from instanceof IntBuffer source && to instanceof IntBuffer target && (edges & 3) == 0) {
      IntBuffer room = (IntBuffer) whole(target);
      IntBuffer its = (IntBuffer) whole(source);
      room.put((int) (toBytes >> 2), its, (int) (fromBytes >> 2), (int) (lengthBytes >> 2));
      return true;
    }
    if (from instanceof LongBuffer source && to instanceof LongBuffer target && (edges & 7) == 0) {
      LongBuffer room = (LongBuffer) whole(target);
      LongBuffer its = (LongBuffer) whole(source);
      room.put((int) (toBytes >> 3), its, (int) (fromBytes >> 3), (int) (lengthBytes >> 3));
      return true;
    }
    if (from instanceof FloatBuffer source
        && to instanceof FloatBuffer target
        && (edges & 3) == 0) {
      FloatBuffer room = (FloatBuffer) whole(target);
      FloatBuffer its = (FloatBuffer) whole(source);
      room.put((int) (toBytes >> 2), its, (int) (fromBytes >> 2), (int) (lengthBytes >> 2));
      return true;
    }
    return false;
  }

  /** Whether a buffer shows its memory as arrays have theirs: what is moved is the memory. */
  private static boolean isLittleEndian(Buffer buffer) {
    return buffer instanceof ByteBuffer || BufferKind.orderOf(buffer) == ByteOrder.LITTLE_ENDIAN;
  }

  private static Buffer whole(Buffer buffer) {
    return buffer.limit() == buffer.capacity() ? buffer : buffer.duplicate().clear();
  }
}
