package org.ob1j.runtime.datatype;

import java.lang.reflect.Array;
import java.nio.Buffer;

/** Whether a user's buffer is one, and holds what an operation needs, before anything is begun. */
public final class BufferBounds {
  private BufferBounds() {}

  /**
   * Makes sure that a buffer has so many bytes.
   *
   * @param buffer an array of primitives, or a heap or direct buffer; null if nothing is needed
   * @throws BufferException if the object is none of these
   * @throws ArrayIndexOutOfBoundsException if the buffer is too short
   */
  public static void require(Object buffer, long neededBytes) {
    long available = bytesOf(buffer);
    if (neededBytes > available) {
      if (buffer == null) {
        throw new BufferException(
            "the buffer is null and the operation needs " + neededBytes + " bytes");
      }
      throw new ArrayIndexOutOfBoundsException(
          "the buffer holds "
              + available
              + " bytes; the operation needs "
              + neededBytes
              + " bytes of it");
    }
  }

  private static long bytesOf(Object buffer) {
    if (buffer instanceof byte[] bytes) {
      return bytes.length;
    } else if (buffer instanceof double[] doubles) {
      return (long) doubles.length * Double.BYTES;
    } else if (buffer instanceof int[] ints) {
      return (long) ints.length * Integer.BYTES;
    } else if (buffer == null) {
      return 0;
    } else if (buffer instanceof Buffer view) {
      return (long) view.capacity() * BufferKind.ofBuffer(view).element().sizeBytes();
    }
    BufferKind kind = BufferKind.ofArray(buffer);
    if (kind == null) {
      throw new BufferException(
          "a "
              + buffer.getClass().getName()
              + " cannot be a buffer; use an array of primitives or a java.nio.Buffer");
    }
    return (long) Array.getLength(buffer) * kind.element().sizeBytes();
  }
}
