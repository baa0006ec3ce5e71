package mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;

/** Copies of messages, for operations that overwrite what they send. */
final class BufferCopy {
  private BufferCopy() {}

  private static final int SCRATCH_BYTES = 64 * 1024;

  /** The longest that byte arrays are on all JVMs. */
  private static final long MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8L;

  /**
   * A buffer with the same message at its beginning, without the gaps that it may have: of elements
   * of {@link Datatype#packed}.
   *
   * @param message a convertor for the buffer, which it is left with
   * @throws BufferException if the object cannot be a buffer
   * @throws ArrayIndexOutOfBoundsException if it is too short for the elements
   */
  static Object of(Object buffer, int count, TypeMap type, Convertor message) {
    message.prepare(buffer, count, type);
    if (buffer == null) {
      return null;
    }
    if (!type.isContiguous()) {
      return packed(message, count, type);
    }
    if (buffer.getClass().isArray()) {
      return ofArray(buffer, 0, message.lengthBytes());
    }
    Buffer view = (Buffer) buffer;
    if (view.hasArray()) {
      return ofArray(view.array(), view.arrayOffset(), message.lengthBytes());
    }
    return ofDirect(message);
  }

  private static Object packed(Convertor message, int count, TypeMap type) {
    long bytes = message.lengthBytes();
    Object copy =
        bytes <= MAX_ARRAY_BYTES
            ? new byte[(int) bytes]
            : new long[Math.toIntExact((bytes - 1) / Long.BYTES + 1)];
    Convertor target = new Convertor();
    target.prepare(copy, count, DerivedTypes.packed(type));
    Memory scratch = Memory.allocate((int) Math.min(bytes, SCRATCH_BYTES));
    message.copyTo(target, 0, bytes, scratch);
    return copy;
  }

  private static Object ofArray(Object array, int offset, long lengthBytes) {
    Class<?> element = array.getClass().getComponentType();
    int bytes = bytesOf(element);
    // The last element may be sent in part.
    int elements = (int) ((lengthBytes + bytes - 1) / bytes);
    Object copy = Array.newInstance(element, elements);
    System.arraycopy(array, offset, copy, 0, elements);
    return copy;
  }

  private static ByteBuffer ofDirect(Convertor message) {
    int lengthBytes = Math.toIntExact(message.lengthBytes());
    Memory copy = Memory.allocate(lengthBytes);
    message.pack(0, copy, 0, lengthBytes);
    return copy.bytes();
  }

  private static int bytesOf(Class<?> element) {
    if (element == long.class || element == double.class) {
      return Long.BYTES;
    }
    if (element == int.class || element == float.class) {
      return Integer.BYTES;
    }
    return element == short.class || element == char.class ? Short.BYTES : Byte.BYTES;
  }
}
