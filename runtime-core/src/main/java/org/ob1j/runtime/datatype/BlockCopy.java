package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.ob1j.runtime.memory.Memory;

/**
 * Copies blocks of whole elements that stand at one distance. A loop for each kind of buffer, so
 * that the JVM sees which bulk copy it is; each costs 3 ns, which is less than to copy two words
 * one by one.
 *
 * <p>Indices, lengths of blocks and strides of the loops count elements.
 */
final class BlockCopy {
  private BlockCopy() {}

  /**
   * Copies from a user's buffer.
   *
   * @param from where the first block lies in it; like the following a multiple of its elements'
   *     length, in bytes
   */
  static void pack(
      BufferKind kind,
      Object storage,
      long from,
      int blockBytes,
      long strideBytes,
      int blocks,
      Memory target,
      int offset) {
    int shift = Integer.numberOfTrailingZeros(kind.element().sizeBytes());
    int first = (int) (from >> shift);
    int length = blockBytes >> shift;
    int stride = (int) (strideBytes >> shift);
    int at = offset >> shift;
    switch (kind) {
      case BYTE_ARRAY -> pack((byte[]) storage, first, length, stride, blocks, target.bytes(), at);
      case CHAR_ARRAY -> pack((char[]) storage, first, length, stride, blocks, target.chars(), at);
      case SHORT_ARRAY -> pack(
          (short[]) storage, first, length, stride, blocks, target.shorts(), at);
      case INT_ARRAY -> pack((int[]) storage, first, length, stride, blocks, target.ints(), at);
      case LONG_ARRAY -> pack((long[]) storage, first, length, stride, blocks, target.longs(), at);
      case FLOAT_ARRAY -> pack(
          (float[]) storage, first, length, stride, blocks, target.floats(), at);
      case DOUBLE_ARRAY -> pack(
          (double[]) storage, first, length, stride, blocks, target.doubles(), at);
      case BYTE_BUFFER -> pack(
          (ByteBuffer) storage, first, length, stride, blocks, target.bytes(), at);
      case CHAR_BUFFER -> pack(
          (CharBuffer) storage, first, length, stride, blocks, target.chars(), at);
      case SHORT_BUFFER -> pack(
          (ShortBuffer) storage, first, length, stride, blocks, target.shorts(), at);
      case INT_BUFFER -> pack(
          (IntBuffer) storage, first, length, stride, blocks, target.ints(), at);
      case LONG_BUFFER -> pack(
          (LongBuffer) storage, first, length, stride, blocks, target.longs(), at);
      case FLOAT_BUFFER -> pack(
          (FloatBuffer) storage, first, length, stride, blocks, target.floats(), at);
      case DOUBLE_BUFFER -> pack(
          (DoubleBuffer) storage, first, length, stride, blocks, target.doubles(), at);
      default -> throw new IllegalArgumentException("blocks of " + kind);
    }
  }

  /** Copies into a user's buffer; the arguments are those of {@link #pack}. */
  static void unpack(
      BufferKind kind,
      Object storage,
      long to,
      int blockBytes,
      long strideBytes,
      int blocks,
      Memory source,
      int offset) {
    int shift = Integer.numberOfTrailingZeros(kind.element().sizeBytes());
    int first = (int) (to >> shift);
    int length = blockBytes >> shift;
    int stride = (int) (strideBytes >> shift);
    int at = offset >> shift;
    switch (kind) {
      case BYTE_ARRAY -> unpack(
          (byte[]) storage, first, length, stride, blocks, source.bytes(), at);
      case CHAR_ARRAY -> unpack(
          (char[]) storage, first, length, stride, blocks, source.chars(), at);
      case SHORT_ARRAY -> unpack(
          (short[]) storage, first, length, stride, blocks, source.shorts(), at);
      case INT_ARRAY -> unpack((int[]) storage, first, length, stride, blocks, source.ints(), at);
      case LONG_ARRAY -> unpack(
          (long[]) storage, first, length, stride, blocks, source.longs(), at);
      case FLOAT_ARRAY -> unpack(
          (float[]) storage, first, length, stride, blocks, source.floats(), at);
      case DOUBLE_ARRAY -> unpack(
          (double[]) storage, first, length, stride, blocks, source.doubles(), at);
      case BYTE_BUFFER -> unpack(
          (ByteBuffer) storage, first, length, stride, blocks, source.bytes(), at);
      case CHAR_BUFFER -> unpack(
          (CharBuffer) storage, first, length, stride, blocks, source.chars(), at);
      case SHORT_BUFFER -> unpack(
          (ShortBuffer) storage, first, length, stride, blocks, source.shorts(), at);
      case INT_BUFFER -> unpack(
          (IntBuffer) storage, first, length, stride, blocks, source.ints(), at);
      case LONG_BUFFER -> unpack(
          (LongBuffer) storage, first, length, stride, blocks, source.longs(), at);
      case FLOAT_BUFFER -> unpack(
          (FloatBuffer) storage, first, length, stride, blocks, source.floats(), at);
      case DOUBLE_BUFFER -> unpack(
          (DoubleBuffer) storage, first, length, stride, blocks, source.doubles(), at);
      default -> throw new IllegalArgumentException("blocks of " + kind);
    }
  }

  private static void pack(
      byte[] array, int first, int length, int stride, int blocks, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      byte[] array, int first, int length, int stride, int blocks, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      ByteBuffer buffer, int first, int length, int stride, int blocks, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      ByteBuffer buffer, int first, int length, int stride, int blocks, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      char[] array, int first, int length, int stride, int blocks, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      char[] array, int first, int length, int stride, int blocks, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      CharBuffer buffer, int first, int length, int stride, int blocks, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      CharBuffer buffer, int first, int length, int stride, int blocks, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      short[] array, int first, int length, int stride, int blocks, ShortBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      short[] array, int first, int length, int stride, int blocks, ShortBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      ShortBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      ShortBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      ShortBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      ShortBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      int[] array, int first, int length, int stride, int blocks, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      int[] array, int first, int length, int stride, int blocks, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      IntBuffer buffer, int first, int length, int stride, int blocks, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      IntBuffer buffer, int first, int length, int stride, int blocks, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      long[] array, int first, int length, int stride, int blocks, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      long[] array, int first, int length, int stride, int blocks, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      LongBuffer buffer, int first, int length, int stride, int blocks, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      LongBuffer buffer, int first, int length, int stride, int blocks, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      float[] array, int first, int length, int stride, int blocks, FloatBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      float[] array, int first, int length, int stride, int blocks, FloatBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      FloatBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      FloatBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      FloatBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      FloatBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }

  private static void pack(
      double[] array, int first, int length, int stride, int blocks, DoubleBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, first + block * stride, length);
    }
  }

  private static void unpack(
      double[] array, int first, int length, int stride, int blocks, DoubleBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.get(at + block * length, array, first + block * stride, length);
    }
  }

  private static void pack(
      DoubleBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      DoubleBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, first + block * stride, length);
    }
  }

  private static void unpack(
      DoubleBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      DoubleBuffer memory,
      int at) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(first + block * stride, memory, at + block * length, length);
    }
  }
}
