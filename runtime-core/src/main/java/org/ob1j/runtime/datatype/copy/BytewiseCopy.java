package org.ob1j.runtime.datatype.copy;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.ob1j.runtime.memory.Memory;

/**
 * Copies between memory and a user's buffer where no bulk copy fits: pieces that begin or end
 * inside an element, typed buffers in the other byte order, boolean arrays.
 */
public final class BytewiseCopy {
  private BytewiseCopy() {}

  public static void pack(
      BufferKind kind,
      Object storage,
      long from,
      boolean swapped,
      Memory target,
      int offset,
      int count) {
    int elementBytes = kind.elementBytes();
    for (int done = 0; done < count; ) {
      long at = from + done;
      int within = (int) (at % elementBytes);
      int piece = Math.min(elementBytes - within, count - done);
      long bits = inMemoryOrder(read(kind, storage, (int) (at / elementBytes)), kind, swapped);
      for (int i = 0; i < piece; i++) {
        target.putByte(offset + done + i, (byte) (bits >>> 8 * (within + i)));
      }
      done += piece;
    }
  }

  public static void unpack(
      BufferKind kind,
      Object storage,
      long to,
      boolean swapped,
      Memory source,
      int offset,
      int count) {
    int elementBytes = kind.elementBytes();
    for (int done = 0; done < count; ) {
      long at = to + done;
      int index = (int) (at / elementBytes);
      int within = (int) (at % elementBytes);
      int piece = Math.min(elementBytes - within, count - done);
      long bits =
          piece == elementBytes ? 0 : inMemoryOrder(read(kind, storage, index), kind, swapped);
      for (int i = 0; i < piece; i++) {
        int shift = 8 * (within + i);
        bits = bits & ~(0xFFL << shift) | (source.getByte(offset + done + i) & 0xFFL) << shift;
      }
      write(kind, storage, index, inMemoryOrder(bits, kind, swapped));
      done += piece;
    }
  }

  /** The element's bits with the byte that stands first in memory lowest; its own inverse. */
  private static long inMemoryOrder(long bits, BufferKind kind, boolean swapped) {
    return swapped ? Long.reverseBytes(bits) >>> 64 - 8 * kind.elementBytes() : bits;
  }

  private static long read(BufferKind kind, Object storage, int index) {
    return switch (kind) {
      case BYTE_ARRAY -> ((byte[]) storage)[index];
      case BOOLEAN_ARRAY -> ((boolean[]) storage)[index] ? 1 : 0;
      case CHAR_ARRAY -> ((char[]) storage)[index];
      case SHORT_ARRAY -> ((short[]) storage)[index];
      case INT_ARRAY -> ((int[]) storage)[index];
      case LONG_ARRAY -> ((long[]) storage)[index];
      case FLOAT_ARRAY -> Float.floatToRawIntBits(((float[]) storage)[index]);
      case DOUBLE_ARRAY -> Double.doubleToRawLongBits(((double[]) storage)[index]);
      case BYTE_BUFFER -> ((ByteBuffer) storage).get(index);
      case CHAR_BUFFER -> ((CharBuffer) storage).get(index);
      case SHORT_BUFFER -> ((ShortBuffer) storage).get(index);
      case INT_BUFFER -> ((IntBuffer) storage).get(index);
      case LONG_BUFFER -> ((LongBuffer) storage).get(index);
      case FLOAT_BUFFER -> Float.floatToRawIntBits(((FloatBuffer) storage).get(index));
      case DOUBLE_BUFFER -> Double.doubleToRawLongBits(((DoubleBuffer) storage).get(index));
      case NONE -> throw new IllegalStateException("no buffer is prepared");
    };
  }

  private static void write(BufferKind kind, Object storage, int index, long bits) {
    switch (kind) {
      case BYTE_ARRAY -> ((byte[]) storage)[index] = (byte) bits;
      case BOOLEAN_ARRAY -> ((boolean[]) storage)[index] = (byte) bits != 0;
      case CHAR_ARRAY -> ((char[]) storage)[index] = (char) bits;
      case SHORT_ARRAY -> ((short[]) storage)[index] = (short) bits;
      case INT_ARRAY -> ((int[]) storage)[index] = (int) bits;
      case LONG_ARRAY -> ((long[]) storage)[index] = bits;
      case FLOAT_ARRAY -> ((float[]) storage)[index] = Float.intBitsToFloat((int) bits);
      case DOUBLE_ARRAY -> ((double[]) storage)[index] = Double.longBitsToDouble(bits);
      case BYTE_BUFFER -> ((ByteBuffer) storage).put(index, (byte) bits);
      case CHAR_BUFFER -> ((CharBuffer) storage).put(index, (char) bits);
      case SHORT_BUFFER -> ((ShortBuffer) storage).put(index, (short) bits);
      case INT_BUFFER -> ((IntBuffer) storage).put(index, (int) bits);
      case LONG_BUFFER -> ((LongBuffer) storage).put(index, bits);
      case FLOAT_BUFFER -> ((FloatBuffer) storage).put(index, Float.intBitsToFloat((int) bits));
      case DOUBLE_BUFFER -> ((DoubleBuffer) storage).put(index, Double.longBitsToDouble(bits));
      default -> throw new IllegalStateException("no buffer is prepared");
    }
  }
}
