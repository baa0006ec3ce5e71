package org.ob1j.runtime.datatype;

import java.lang.reflect.Array;
import java.nio.Buffer;
import org.ob1j.runtime.datatype.copy.BufferKind;
import org.ob1j.runtime.memory.BufferPart;
import org.ob1j.runtime.memory.BufferRoots;

/** Whether a user's buffer is one, and holds what an operation needs, before anything is begun. */
public final class BufferBounds {
  /** The length of what is no buffer. */
  private static final int UNUSABLE = -1;

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
    if (neededBytes > available || available == UNUSABLE) {
      if (buffer == null) {
        throw new BufferException(
            "the buffer is null and the operation needs " + neededBytes + " bytes");
      }
      if (available == UNUSABLE) {
        throw unusable(buffer);
      }
      throw new ArrayIndexOutOfBoundsException(
          "the buffer holds "
              + available
              + " bytes; the operation needs "
              + neededBytes
              + " bytes of it");
    }
  }

  /**
   * Makes sure that what a buffer is a part of has the bytes before it that are needed.
   *
   * @param first where they begin, in bytes from the buffer's beginning: negative
   * @param end where they end, in or before the buffer
   * @param roots what buffers may be parts of
   * @throws BufferException if they begin before what is known of a buffer that has no array
   * @throws ArrayIndexOutOfBoundsException if they begin before the array
   */
  public static void requireBefore(Object buffer, long first, long end, BufferRoots roots) {
    long known = knownBefore(buffer, roots);
    if (first + known < 0) {
      throw buffer instanceof Buffer view && !view.hasArray()
          ? before(first, end, known)
          : outside(first, end, known, known + bytesOf(buffer));
    }
  }

  private static long knownBefore(Object buffer, BufferRoots roots) {
    if (!(buffer instanceof Buffer view)) {
      return 0;
    }
    if (view.hasArray()) {
      return (long) view.arrayOffset() * BufferKind.ofBuffer(view).elementBytes();
    }
    BufferPart part = roots.partOf(view);
    return part == null ? 0 : part.offset();
  }

  /**
   * The error of elements that lie beyond an end of a buffer.
   *
   * @param first where they begin, in bytes from their origin
   * @param end where they end
   * @param origin what there is before their origin
   * @param limit what there is in all
   */
  static ArrayIndexOutOfBoundsException outside(long first, long end, long origin, long limit) {
    String before = origin == 0 ? "" : ", and " + origin + " before them";
    return new ArrayIndexOutOfBoundsException(
        String.format(
            "the elements lie from byte %d to byte %d of the buffer, which holds %d bytes%s",
            first, end, limit - origin, before));
  }

  /**
   * The error of elements that begin before a buffer that has no array. There may be memory, of
   * which Java does not tell: views know neither their parent nor their place in it.
   *
   * @param known how many bytes before the buffer are known
   */
  static BufferException before(long first, long end, long known) {
    return new BufferException(
        String.format(
            "the elements lie from byte %d to byte %d of the buffer, and %s known to lie before it;"
                + " pass what MPI.slice has made itself, not a view of it such as asIntBuffer() or"
                + " duplicate(), and keep the buffer that was sliced",
            first, end, known == 0 ? "nothing is" : known + " bytes are"));
  }

  /** The error of a buffer that holds less than so many elements of so many bytes. */
  static ArrayIndexOutOfBoundsException tooShort(long available, int count, long elementBytes) {
    return new ArrayIndexOutOfBoundsException(
        String.format(
            "the buffer holds %d bytes; %d elements of %d bytes need %d",
            available, count, elementBytes, count * elementBytes));
  }

  /** The error of what is neither an array of primitives nor a buffer. */
  static BufferException unusable(Object buffer) {
    Class<?> type = buffer.getClass();
    String name = type.getCanonicalName() == null ? type.getName() : type.getCanonicalName();
    String instead =
        type.isArray()
            ? "copy the elements into an array of one dimension, such as int[], or into a"
                + " java.nio.Buffer"
            : "use an array of primitives, such as int[], or a java.nio.Buffer";
    return new BufferException("the buffer is of type " + name + "; " + instead);
  }

  /**
   * Whether this is an array of primitives or a direct buffer that may be written, and has so many
   * bytes, at least one. False for all else, which is looked at elsewhere.
   */
  public static boolean holdsPlainly(Object buffer, long neededBytes) {
    return neededBytes > 0
        && (!(buffer instanceof Buffer view) || view.isDirect() && !view.isReadOnly())
        && neededBytes <= bytesOf(buffer);
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
      return (long) view.capacity() * BufferKind.ofBuffer(view).elementBytes();
    }
    BufferKind kind = BufferKind.ofArray(buffer);
    return kind == null ? UNUSABLE : (long) Array.getLength(buffer) * kind.elementBytes();
  }
}
