package org.ob1j.runtime.datatype;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.Memory;

/**
 * Packs a whole message without a {@link Convertor}, for the hot path of a send: nothing is stored,
 * so that there is nothing to release and no store barrier to pay.
 */
public final class WholeMessage {
  private WholeMessage() {}

  /**
   * True if {@link #pack} can pack the first bytes of this buffer. What it cannot pack is not
   * necessarily wrong: a convertor tells.
   */
  public static boolean isPackable(Object buffer, long lengthBytes) {
    if (buffer instanceof byte[] bytes) {
      return lengthBytes <= bytes.length;
    } else if (buffer instanceof ByteBuffer bytes) {
      return bytes.isDirect() && lengthBytes <= bytes.limit();
    } else if (buffer instanceof double[] doubles) {
      return fits(lengthBytes, doubles.length, 3);
    } else if (buffer instanceof int[] ints) {
      return fits(lengthBytes, ints.length, 2);
    } else if (buffer instanceof long[] longs) {
      return fits(lengthBytes, longs.length, 3);
    } else if (buffer instanceof float[] floats) {
      return fits(lengthBytes, floats.length, 2);
    } else if (buffer instanceof BufferSection section) {
      // All elements before the section's end, and those before its beginning, are whole.
      long offsetBytes = section.offsetBytes();
      return isPackable(section.buffer(), offsetBytes)
          && isPackable(section.buffer(), offsetBytes + lengthBytes);
    }
    return false;
  }

  private static boolean fits(long lengthBytes, int elements, int shift) {
    return lengthBytes <= (long) elements << shift && (lengthBytes & (1 << shift) - 1) == 0;
  }

  /**
   * Copies the first bytes of a buffer that {@link #isPackable}.
   *
   * @param offset where in the target; a multiple of eight
   */
  public static void pack(Object buffer, Memory target, int offset, int lengthBytes) {
    if (buffer instanceof BufferSection section) {
      pack(section.buffer(), section.offsetBytes(), target, offset, lengthBytes);
    } else {
      pack(buffer, 0, target, offset, lengthBytes);
    }
  }

  private static void pack(Object buffer, long from, Memory target, int offset, int lengthBytes) {
    if (buffer instanceof byte[] bytes) {
      if (lengthBytes <= ShortCopy.MAX_BYTES) {
        ShortCopy.pack(bytes, (int) from, target, offset, lengthBytes);
      } else {
        target.bytes().put(offset, bytes, (int) from, lengthBytes);
      }
    } else if (buffer instanceof ByteBuffer bytes) {
      if (lengthBytes <= ShortCopy.MAX_BYTES) {
        ShortCopy.pack(bytes, (int) from, target, offset, lengthBytes);
      } else {
        target.bytes().put(offset, bytes, (int) from, lengthBytes);
      }
    } else if (buffer instanceof double[] doubles) {
      target.doubles().put(offset >> 3, doubles, (int) (from >> 3), lengthBytes >> 3);
    } else if (buffer instanceof int[] ints) {
      target.ints().put(offset >> 2, ints, (int) (from >> 2), lengthBytes >> 2);
    } else if (buffer instanceof long[] longs) {
      target.longs().put(offset >> 3, longs, (int) (from >> 3), lengthBytes >> 3);
    } else {
      target.floats().put(offset >> 2, (float[]) buffer, (int) (from >> 2), lengthBytes >> 2);
    }
  }
}
