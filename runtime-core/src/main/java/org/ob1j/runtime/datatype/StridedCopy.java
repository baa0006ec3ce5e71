package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.ob1j.runtime.memory.Memory;

/**
 * Copies short blocks that stand at one distance, element by element: for blocks of some words that
 * is several times as fast as a bulk copy of each, which the JVM makes a call. A loop for each type
 * of element, since generic ones are not compiled into plain loads and stores.
 *
 * <p>Indices and lengths of blocks count elements; those of bytes count words of eight.
 */
final class StridedCopy {
  /** Longer blocks are copied in bulk. */
  static final int MAX_BLOCK_BYTES = 512;

  private StridedCopy() {}

  /** True if there is a loop for such a buffer; what it copies must be whole elements. */
  static boolean handles(BufferKind kind) {
    return switch (kind) {
      case DOUBLE_ARRAY, LONG_ARRAY, INT_ARRAY, FLOAT_ARRAY -> true;
      case DOUBLE_BUFFER, LONG_BUFFER, INT_BUFFER, FLOAT_BUFFER, BYTE_BUFFER -> true;
      default -> false;
    };
  }

  /** The length in bytes of what the loop for such a buffer copies at once. */
  static int unitBytes(BufferKind kind) {
    return kind == BufferKind.BYTE_BUFFER ? Long.BYTES : kind.element().sizeBytes();
  }

  /**
   * Copies from a user's buffer; all arguments but the number of blocks are multiples of the unit.
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
    int shift = unitBytes(kind) == Long.BYTES ? 3 : 2;
    int at = (int) (from >> shift);
    int length = blockBytes >> shift;
    int stride = (int) (strideBytes >> shift);
    int to = offset >> shift;
    switch (kind) {
      case DOUBLE_ARRAY -> pack(
          (double[]) storage, at, length, stride, blocks, target.doubles(), to);
      case LONG_ARRAY -> pack((long[]) storage, at, length, stride, blocks, target.longs(), to);
      case INT_ARRAY -> pack((int[]) storage, at, length, stride, blocks, target.ints(), to);
      case FLOAT_ARRAY -> pack((float[]) storage, at, length, stride, blocks, target.floats(), to);
      case DOUBLE_BUFFER -> pack(
          (DoubleBuffer) storage, at, length, stride, blocks, target.doubles(), to);
      case LONG_BUFFER -> pack(
          (LongBuffer) storage, at, length, stride, blocks, target.longs(), to);
      case INT_BUFFER -> pack((IntBuffer) storage, at, length, stride, blocks, target.ints(), to);
      case FLOAT_BUFFER -> pack(
          (FloatBuffer) storage, at, length, stride, blocks, target.floats(), to);
      case BYTE_BUFFER -> pack((ByteBuffer) storage, at, length, stride, blocks, target, to);
      default -> throw new IllegalArgumentException("no loop for " + kind);
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
    int shift = unitBytes(kind) == Long.BYTES ? 3 : 2;
    int at = (int) (to >> shift);
    int length = blockBytes >> shift;
    int stride = (int) (strideBytes >> shift);
    int from = offset >> shift;
    switch (kind) {
      case DOUBLE_ARRAY -> unpack(
          (double[]) storage, at, length, stride, blocks, source.doubles(), from);
      case LONG_ARRAY -> unpack((long[]) storage, at, length, stride, blocks, source.longs(), from);
      case INT_ARRAY -> unpack((int[]) storage, at, length, stride, blocks, source.ints(), from);
      case FLOAT_ARRAY -> unpack(
          (float[]) storage, at, length, stride, blocks, source.floats(), from);
      case DOUBLE_BUFFER -> unpack(
          (DoubleBuffer) storage, at, length, stride, blocks, source.doubles(), from);
      case LONG_BUFFER -> unpack(
          (LongBuffer) storage, at, length, stride, blocks, source.longs(), from);
      case INT_BUFFER -> unpack(
          (IntBuffer) storage, at, length, stride, blocks, source.ints(), from);
      case FLOAT_BUFFER -> unpack(
          (FloatBuffer) storage, at, length, stride, blocks, source.floats(), from);
      case BYTE_BUFFER -> unpack((ByteBuffer) storage, at, length, stride, blocks, source, from);
      default -> throw new IllegalArgumentException("no loop for " + kind);
    }
  }

  private static void pack(
      double[] array, int first, int length, int stride, int blocks, DoubleBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, array[i]);
      }
    }
  }

  private static void unpack(
      double[] array,
      int first,
      int length,
      int stride,
      int blocks,
      DoubleBuffer memory,
      int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        array[i] = memory.get(next++);
      }
    }
  }

  private static void pack(
      long[] array, int first, int length, int stride, int blocks, LongBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, array[i]);
      }
    }
  }

  private static void unpack(
      long[] array, int first, int length, int stride, int blocks, LongBuffer memory, int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        array[i] = memory.get(next++);
      }
    }
  }

  private static void pack(
      int[] array, int first, int length, int stride, int blocks, IntBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, array[i]);
      }
    }
  }

  private static void unpack(
      int[] array, int first, int length, int stride, int blocks, IntBuffer memory, int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        array[i] = memory.get(next++);
      }
    }
  }

  private static void pack(
      float[] array, int first, int length, int stride, int blocks, FloatBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, array[i]);
      }
    }
  }

  private static void unpack(
      float[] array, int first, int length, int stride, int blocks, FloatBuffer memory, int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        array[i] = memory.get(next++);
      }
    }
  }

  private static void pack(
      DoubleBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      DoubleBuffer memory,
      int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, buffer.get(i));
      }
    }
  }

  private static void unpack(
      DoubleBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      DoubleBuffer memory,
      int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        buffer.put(i, memory.get(next++));
      }
    }
  }

  private static void pack(
      LongBuffer buffer, int first, int length, int stride, int blocks, LongBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, buffer.get(i));
      }
    }
  }

  private static void unpack(
      LongBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      LongBuffer memory,
      int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        buffer.put(i, memory.get(next++));
      }
    }
  }

  private static void pack(
      IntBuffer buffer, int first, int length, int stride, int blocks, IntBuffer memory, int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, buffer.get(i));
      }
    }
  }

  private static void unpack(
      IntBuffer buffer, int first, int length, int stride, int blocks, IntBuffer memory, int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        buffer.put(i, memory.get(next++));
      }
    }
  }

  private static void pack(
      FloatBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      FloatBuffer memory,
      int to) {
    int next = to;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        memory.put(next++, buffer.get(i));
      }
    }
  }

  private static void unpack(
      FloatBuffer buffer,
      int first,
      int length,
      int stride,
      int blocks,
      FloatBuffer memory,
      int from) {
    int next = from;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride;
      for (int i = start; i < start + length; i++) {
        buffer.put(i, memory.get(next++));
      }
    }
  }

  private static void pack(
      ByteBuffer buffer, int first, int length, int stride, int blocks, Memory memory, int to) {
    boolean swapped = buffer.order() != ByteOrder.LITTLE_ENDIAN;
    int next = to << 3;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride << 3;
      for (int i = start; i < start + (length << 3); i += Long.BYTES) {
        long word = buffer.getLong(i);
        memory.putLong(next, swapped ? Long.reverseBytes(word) : word);
        next += Long.BYTES;
      }
    }
  }

  private static void unpack(
      ByteBuffer buffer, int first, int length, int stride, int blocks, Memory memory, int from) {
    boolean swapped = buffer.order() != ByteOrder.LITTLE_ENDIAN;
    int next = from << 3;
    for (int block = 0; block < blocks; block++) {
      int start = first + block * stride << 3;
      for (int i = start; i < start + (length << 3); i += Long.BYTES) {
        long word = memory.getLong(next);
        buffer.putLong(i, swapped ? Long.reverseBytes(word) : word);
        next += Long.BYTES;
      }
    }
  }
}
