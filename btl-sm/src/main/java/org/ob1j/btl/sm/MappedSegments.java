package org.ob1j.btl.sm;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Mappings of which many buffers are parts, each with a life of its own: views of such a buffer
 * keep that buffer alive, so that its collection shows that its part is free, while the mapping
 * stays. Before JDK 22, views of a part keep just the whole mapping alive, and there is no such
 * thing.
 */
final class MappedSegments {
  private static final int FIRST_RELEASE = 22;

  /** Null where there is no such thing. */
  private static final Methods METHODS =
      Runtime.version().feature() < FIRST_RELEASE ? null : Methods.find();

  private MappedSegments() {}

  /** Of classes that JDK 17, for which this is compiled, has not. */
  private record Methods(Method map, Method automaticArena, Method slice, Method buffer) {
    static Methods find() {
      try {
        Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
        Class<?> arena = Class.forName("java.lang.foreign.Arena");
        return new Methods(
            FileChannel.class.getMethod(
                "map", FileChannel.MapMode.class, long.class, long.class, arena),
            arena.getMethod("ofAuto"),
            segment.getMethod("asSlice", long.class, long.class),
            segment.getMethod("asByteBuffer"));
      } catch (ReflectiveOperationException missing) {
        throw new ExceptionInInitializerError(missing);
      }
    }
  }

  /** A mapping from the file's beginning; null where there is no such thing. */
  static Object map(FileChannel channel, long lengthBytes) throws IOException {
    if (METHODS == null) {
      return null;
    }
    try {
      Object arena = METHODS.automaticArena().invoke(null);
      return METHODS.map().invoke(channel, FileChannel.MapMode.READ_WRITE, 0L, lengthBytes, arena);
    } catch (InvocationTargetException failed) {
      throw new IOException("cannot map " + lengthBytes + " bytes", failed.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A part of a mapping, which outlives it. */
  static ByteBuffer buffer(Object segment, long begin, long lengthBytes) {
    try {
      Object part = METHODS.slice().invoke(segment, begin, lengthBytes);
      return (ByteBuffer) METHODS.buffer().invoke(part);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
