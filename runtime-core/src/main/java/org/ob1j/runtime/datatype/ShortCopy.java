package org.ob1j.runtime.datatype;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.memory.Memory;

/** Copies a few bytes word by word, which is quicker than to call the routine for bulk copies. */
final class ShortCopy {
  /** Up to this length a copy is short. */
  static final int MAX_BYTES = 32;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle BUFFER_LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private ShortCopy() {}

  static void pack(byte[] source, int from, Memory target, int offset, int count) {
    if (count == Long.BYTES) {
      target.putLong(offset, (long) LONG.get(source, from));
      return;
    }
    int done = 0;
    for (; done <= count - Long.BYTES; done += Long.BYTES) {
      target.putLong(offset + done, (long) LONG.get(source, from + done));
    }
    for (; done < count; done++) {
      target.putByte(offset + done, source[from + done]);
    }
  }

  static void unpack(byte[] target, int to, Memory source, int offset, int count) {
    if (count == Long.BYTES) {
      LONG.set(target, to, source.getLong(offset));
      return;
    }
    int done = 0;
    for (; done <= count - Long.BYTES; done += Long.BYTES) {
      LONG.set(target, to + done, source.getLong(offset + done));
    }
    for (; done < count; done++) {
      target[to + done] = source.getByte(offset + done);
    }
  }

  static void pack(ByteBuffer source, int from, Memory target, int offset, int count) {
    if (count == Long.BYTES) {
      target.putLong(offset, (long) BUFFER_LONG.get(source, from));
      return;
    }
    boolean swapped = source.order() != ByteOrder.LITTLE_ENDIAN;
    int done = 0;
    for (; done <= count - Long.BYTES; done += Long.BYTES) {
      long word = source.getLong(from + done);
      target.putLong(offset + done, swapped ? Long.reverseBytes(word) : word);
    }
    for (; done < count; done++) {
      target.putByte(offset + done, source.get(from + done));
    }
  }

  static void unpack(ByteBuffer target, int to, Memory source, int offset, int count) {
    if (count == Long.BYTES) {
      BUFFER_LONG.set(target, to, source.getLong(offset));
      return;
    }
    boolean swapped = target.order() != ByteOrder.LITTLE_ENDIAN;
    int done = 0;
    for (; done <= count - Long.BYTES; done += Long.BYTES) {
      long word = source.getLong(offset + done);
      target.putLong(to + done, swapped ? Long.reverseBytes(word) : word);
    }
    for (; done < count; done++) {
      target.put(to + done, source.getByte(offset + done));
    }
  }
}
