package org.ob1j.runtime.datatype.copy;

import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.ob1j.runtime.memory.Memory;

/**
 * Copies whole elements that lie together between a buffer of elements longer than a byte and
 * memory, by one bulk copy of the JDK. All places and lengths are in bytes.
 */
public final class TypedBufferCopy {
  private TypedBufferCopy() {}

  public static void pack(
      BufferKind kind, Object storage, long from, Memory target, int offset, int count) {
    switch (kind) {
      case CHAR_BUFFER ->
          target.chars().put(offset >> 1, (CharBuffer) storage, (int) (from >> 1), count >> 1);
      case SHORT_BUFFER ->
          target.shorts().put(offset >> 1, (ShortBuffer) storage, (int) (from >> 1), count >> 1);
      case INT_BUFFER ->
          target.ints().put(offset >> 2, (IntBuffer) storage, (int) (from >> 2), count >> 2);
      case LONG_BUFFER ->
          target.longs().put(offset >> 3, (LongBuffer) storage, (int) (from >> 3), count >> 3);
      case FLOAT_BUFFER ->
          target.floats().put(offset >> 2, (FloatBuffer) storage, (int) (from >> 2), count >> 2);
      case DOUBLE_BUFFER ->
          target.doubles().put(offset >> 3, (DoubleBuffer) storage, (int) (from >> 3), count >> 3);
      default -> throw new IllegalStateException("no buffer is prepared");
    }
  }

  public static void unpack(
      BufferKind kind, Object storage, long to, Memory source, int offset, int count) {
    switch (kind) {
      case CHAR_BUFFER ->
          ((CharBuffer) storage).put((int) (to >> 1), source.chars(), offset >> 1, count >> 1);
      case SHORT_BUFFER ->
          ((ShortBuffer) storage).put((int) (to >> 1), source.shorts(), offset >> 1, count >> 1);
      case INT_BUFFER ->
          ((IntBuffer) storage).put((int) (to >> 2), source.ints(), offset >> 2, count >> 2);
      case LONG_BUFFER ->
          ((LongBuffer) storage).put((int) (to >> 3), source.longs(), offset >> 3, count >> 3);
      case FLOAT_BUFFER ->
          ((FloatBuffer) storage).put((int) (to >> 2), source.floats(), offset >> 2, count >> 2);
      case DOUBLE_BUFFER ->
          ((DoubleBuffer) storage).put((int) (to >> 3), source.doubles(), offset >> 3, count >> 3);
      default -> throw new IllegalStateException("no buffer is prepared");
    }
  }
}
