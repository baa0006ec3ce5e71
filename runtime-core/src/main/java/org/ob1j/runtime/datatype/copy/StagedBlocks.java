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
 * Copies short blocks between an array and memory through a small array of the same type: blocks
 * one by one from array to array, many of them at once to or from the memory. What is written to
 * memory whose cache lines another core has then asks for several of them at a time; a copy of each
 * block by itself waits for its own. Not thread-safe.
 *
 * <pre>
 *   array:     [b]....[b]....[b]....[b]
 *                \      |      |     /
 *   staging:      [b]  [b]   [b]  [b]    in the nearest cache
 *                 └───────┬────────┘
 *   memory:    …[ b    b     b    b ]…
 * </pre>
 *
 * <p>Places, indices and lengths of the loops count elements.
 */
public final class StagedBlocks {
  /** Longer blocks are copied by themselves, which is then as quick. */
  private static final int MAX_BLOCK_BYTES = 128;

  private static final int STAGING_BYTES = 4096;

  /** What the staging array is; it is made when the first blocks of its type are copied. */
  private BufferKind stagingKind = BufferKind.NONE;

  private Object staging;

  /** Whether such blocks are copied so. */
  public static boolean suits(BufferKind kind, long blockBytes) {
    return kind.isNumberArray() && blockBytes <= MAX_BLOCK_BYTES;
  }

  /**
   * Copies from an array.
   *
   * @param places where each block lies in it, in elements
   * @param blockBytes the length of each; like the offset a multiple of its elements' length
   * @param offset where the first goes, in bytes; the others follow
   */
  public void pack(
      BufferKind kind,
      Object array,
      int[] places,
      int blocks,
      int blockBytes,
      Memory target,
      int offset) {
    prepare(kind);
    int length = blockBytes >> kind.elementShift();
    int at = offset >> kind.elementShift();
    switch (kind) {
      case BYTE_ARRAY ->
          pack((byte[]) array, (byte[]) staging, places, blocks, length, target.bytes(), at);
      case CHAR_ARRAY ->
          pack((char[]) array, (char[]) staging, places, blocks, length, target.chars(), at);
      case SHORT_ARRAY ->
          pack((short[]) array, (short[]) staging, places, blocks, length, target.shorts(), at);
      case INT_ARRAY ->
          pack((int[]) array, (int[]) staging, places, blocks, length, target.ints(), at);
      case LONG_ARRAY ->
          pack((long[]) array, (long[]) staging, places, blocks, length, target.longs(), at);
      case FLOAT_ARRAY ->
          pack((float[]) array, (float[]) staging, places, blocks, length, target.floats(), at);
      case DOUBLE_ARRAY ->
          pack((double[]) array, (double[]) staging, places, blocks, length, target.doubles(), at);
      default -> throw new IllegalArgumentException("staged blocks of " + kind);
    }
  }

  /**
   * Copies into an array.
   *
   * @param places where each block goes in it, in elements
   * @param blockBytes the length of each; like the offset a multiple of its elements' length
   * @param offset where the first lies, in bytes; the others follow
   */
  public void unpack(
      BufferKind kind,
      Object array,
      int[] places,
      int blocks,
      int blockBytes,
      Memory source,
      int offset) {
    prepare(kind);
    int length = blockBytes >> kind.elementShift();
    int at = offset >> kind.elementShift();
    switch (kind) {
      case BYTE_ARRAY ->
          unpack((byte[]) array, (byte[]) staging, places, blocks, length, source.bytes(), at);
      case CHAR_ARRAY ->
          unpack((char[]) array, (char[]) staging, places, blocks, length, source.chars(), at);
      case SHORT_ARRAY ->
          unpack((short[]) array, (short[]) staging, places, blocks, length, source.shorts(), at);
      case INT_ARRAY ->
          unpack((int[]) array, (int[]) staging, places, blocks, length, source.ints(), at);
      case LONG_ARRAY ->
          unpack((long[]) array, (long[]) staging, places, blocks, length, source.longs(), at);
      case FLOAT_ARRAY ->
          unpack((float[]) array, (float[]) staging, places, blocks, length, source.floats(), at);
      case DOUBLE_ARRAY ->
          unpack(
              (double[]) array, (double[]) staging, places, blocks, length, source.doubles(), at);
      default -> throw new IllegalArgumentException("staged blocks of " + kind);
    }
  }

  private void prepare(BufferKind kind) {
    if (stagingKind == kind) {
      return;
    }
    int length = STAGING_BYTES >> kind.elementShift();
    staging =
        switch (kind) {
          case BYTE_ARRAY -> new byte[length];
          case CHAR_ARRAY -> new char[length];
          case SHORT_ARRAY -> new short[length];
          case INT_ARRAY -> new int[length];
          case LONG_ARRAY -> new long[length];
          case FLOAT_ARRAY -> new float[length];
          case DOUBLE_ARRAY -> new double[length];
          default -> throw new IllegalArgumentException("staged blocks of " + kind);
        };
    stagingKind = kind;
  }

  private static void pack(
      byte[] array,
      byte[] staging,
      int[] places,
      int blocks,
      int length,
      ByteBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      byte[] array,
      byte[] staging,
      int[] places,
      int blocks,
      int length,
      ByteBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      char[] array,
      char[] staging,
      int[] places,
      int blocks,
      int length,
      CharBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      char[] array,
      char[] staging,
      int[] places,
      int blocks,
      int length,
      CharBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      short[] array,
      short[] staging,
      int[] places,
      int blocks,
      int length,
      ShortBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      short[] array,
      short[] staging,
      int[] places,
      int blocks,
      int length,
      ShortBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      int[] array, int[] staging, int[] places, int blocks, int length, IntBuffer memory, int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      int[] array, int[] staging, int[] places, int blocks, int length, IntBuffer memory, int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      long[] array,
      long[] staging,
      int[] places,
      int blocks,
      int length,
      LongBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      long[] array,
      long[] staging,
      int[] places,
      int blocks,
      int length,
      LongBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      float[] array,
      float[] staging,
      int[] places,
      int blocks,
      int length,
      FloatBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      float[] array,
      float[] staging,
      int[] places,
      int blocks,
      int length,
      FloatBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }

  private static void pack(
      double[] array,
      double[] staging,
      int[] places,
      int blocks,
      int length,
      DoubleBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          staging[i] = array[places[first + i]];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(array, places[first + i], staging, i * length, length);
        }
      }
      memory.put(at + first * length, staging, 0, some * length);
    }
  }

  private static void unpack(
      double[] array,
      double[] staging,
      int[] places,
      int blocks,
      int length,
      DoubleBuffer memory,
      int at) {
    int atOnce = staging.length / length;
    for (int first = 0; first < blocks; first += atOnce) {
      int some = Math.min(atOnce, blocks - first);
      memory.get(at + first * length, staging, 0, some * length);
      if (length == 1) {
        for (int i = 0; i < some; i++) {
          array[places[first + i]] = staging[i];
        }
      } else {
        for (int i = 0; i < some; i++) {
          System.arraycopy(staging, i * length, array, places[first + i], length);
        }
      }
    }
  }
}
