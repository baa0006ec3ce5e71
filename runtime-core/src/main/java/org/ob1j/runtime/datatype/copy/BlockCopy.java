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
 * Copies blocks of whole elements. A loop for each kind of buffer, so that the JVM sees which bulk
 * copy it is.
 *
 * <p>Places, indices and lengths of the loops count elements.
 */
public final class BlockCopy {
  private BlockCopy() {}

  /**
   * Copies from a user's buffer.
   *
   * @param places where each block lies in it, in elements
   * @param blockBytes the length of each; like the offset a multiple of its elements' length
   */
  public static void pack(
      BufferKind kind,
      Object storage,
      int[] places,
      int blocks,
      int blockBytes,
      Memory target,
      int offset) {
    int shift = kind.elementShift();
    int length = blockBytes >> shift;
    int at = offset >> shift;
    switch (kind) {
      case BYTE_ARRAY -> pack((byte[]) storage, places, blocks, length, target.bytes(), at);
      case CHAR_ARRAY -> pack((char[]) storage, places, blocks, length, target.chars(), at);
      case SHORT_ARRAY -> pack((short[]) storage, places, blocks, length, target.shorts(), at);
      case INT_ARRAY -> pack((int[]) storage, places, blocks, length, target.ints(), at);
      case LONG_ARRAY -> pack((long[]) storage, places, blocks, length, target.longs(), at);
      case FLOAT_ARRAY -> pack((float[]) storage, places, blocks, length, target.floats(), at);
      case DOUBLE_ARRAY -> pack((double[]) storage, places, blocks, length, target.doubles(), at);
      case BYTE_BUFFER -> pack((ByteBuffer) storage, places, blocks, length, target.bytes(), at);
      case CHAR_BUFFER -> pack((CharBuffer) storage, places, blocks, length, target.chars(), at);
      case SHORT_BUFFER -> pack((ShortBuffer) storage, places, blocks, length, target.shorts(), at);
      case INT_BUFFER -> pack((IntBuffer) storage, places, blocks, length, target.ints(), at);
      case LONG_BUFFER -> pack((LongBuffer) storage, places, blocks, length, target.longs(), at);
      case FLOAT_BUFFER -> pack((FloatBuffer) storage, places, blocks, length, target.floats(), at);
      case DOUBLE_BUFFER ->
          pack((DoubleBuffer) storage, places, blocks, length, target.doubles(), at);
      default -> throw new IllegalArgumentException("blocks of " + kind);
    }
  }

  /**
   * Copies into a user's buffer.
   *
   * @param places where each block lies in it, in elements
   * @param blockBytes the length of each; a multiple of its elements' length
   * @param from where each block lies in the source, in elements
   */
  public static void unpack(
      BufferKind kind,
      Object storage,
      int[] places,
      int blocks,
      int blockBytes,
      Memory source,
      int[] from) {
    int shift = kind.elementShift();
    int length = blockBytes >> shift;
    switch (kind) {
      case BYTE_ARRAY -> unpack((byte[]) storage, places, blocks, length, source.bytes(), from);
      case CHAR_ARRAY -> unpack((char[]) storage, places, blocks, length, source.chars(), from);
      case SHORT_ARRAY -> unpack((short[]) storage, places, blocks, length, source.shorts(), from);
      case INT_ARRAY -> unpack((int[]) storage, places, blocks, length, source.ints(), from);
      case LONG_ARRAY -> unpack((long[]) storage, places, blocks, length, source.longs(), from);
      case FLOAT_ARRAY -> unpack((float[]) storage, places, blocks, length, source.floats(), from);
      case DOUBLE_ARRAY ->
          unpack((double[]) storage, places, blocks, length, source.doubles(), from);
      case BYTE_BUFFER ->
          unpack((ByteBuffer) storage, places, blocks, length, source.bytes(), from);
      case CHAR_BUFFER ->
          unpack((CharBuffer) storage, places, blocks, length, source.chars(), from);
      case SHORT_BUFFER ->
          unpack((ShortBuffer) storage, places, blocks, length, source.shorts(), from);
      case INT_BUFFER -> unpack((IntBuffer) storage, places, blocks, length, source.ints(), from);
      case LONG_BUFFER ->
          unpack((LongBuffer) storage, places, blocks, length, source.longs(), from);
      case FLOAT_BUFFER ->
          unpack((FloatBuffer) storage, places, blocks, length, source.floats(), from);
      case DOUBLE_BUFFER ->
          unpack((DoubleBuffer) storage, places, blocks, length, source.doubles(), from);
      default -> throw new IllegalArgumentException("blocks of " + kind);
    }
  }

  private static void pack(
      byte[] array, int[] places, int blocks, int length, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      byte[] array, int[] places, int blocks, int length, ByteBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      ByteBuffer buffer, int[] places, int blocks, int length, ByteBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      ByteBuffer buffer, int[] places, int blocks, int length, ByteBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      char[] array, int[] places, int blocks, int length, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      char[] array, int[] places, int blocks, int length, CharBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      CharBuffer buffer, int[] places, int blocks, int length, CharBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      CharBuffer buffer, int[] places, int blocks, int length, CharBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      short[] array, int[] places, int blocks, int length, ShortBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      short[] array, int[] places, int blocks, int length, ShortBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      ShortBuffer buffer, int[] places, int blocks, int length, ShortBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      ShortBuffer buffer, int[] places, int blocks, int length, ShortBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      int[] array, int[] places, int blocks, int length, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      int[] array, int[] places, int blocks, int length, IntBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      IntBuffer buffer, int[] places, int blocks, int length, IntBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      IntBuffer buffer, int[] places, int blocks, int length, IntBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      long[] array, int[] places, int blocks, int length, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      long[] array, int[] places, int blocks, int length, LongBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      LongBuffer buffer, int[] places, int blocks, int length, LongBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      LongBuffer buffer, int[] places, int blocks, int length, LongBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      float[] array, int[] places, int blocks, int length, FloatBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      float[] array, int[] places, int blocks, int length, FloatBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      FloatBuffer buffer, int[] places, int blocks, int length, FloatBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      FloatBuffer buffer, int[] places, int blocks, int length, FloatBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }

  private static void pack(
      double[] array, int[] places, int blocks, int length, DoubleBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, array, places[block], length);
    }
  }

  private static void unpack(
      double[] array, int[] places, int blocks, int length, DoubleBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      memory.get(from[block], array, places[block], length);
    }
  }

  private static void pack(
      DoubleBuffer buffer, int[] places, int blocks, int length, DoubleBuffer memory, int at) {
    for (int block = 0; block < blocks; block++) {
      memory.put(at + block * length, buffer, places[block], length);
    }
  }

  private static void unpack(
      DoubleBuffer buffer, int[] places, int blocks, int length, DoubleBuffer memory, int[] from) {
    for (int block = 0; block < blocks; block++) {
      buffer.put(places[block], memory, from[block], length);
    }
  }
}
