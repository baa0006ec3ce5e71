package org.ob1j.btl.sm.file;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A mapping of which many buffers are parts, each with a life of its own: views of such a buffer
 * keep that buffer alive, so that its collection shows that its part is free, while the mapping
 * stays. Before JDK 22, views of a part keep just the whole mapping alive, and there is no such
 * thing.
 */
public final class MappedSegment {
  private static final int FIRST_RELEASE = 22;

  /** Of a class that JDK 17, for which this is compiled, has not. */
  private final Object segment;

  private final Method slice;
  private final Method buffer;

  private MappedSegment(Object segment, Method slice, Method buffer) {
    this.segment = segment;
    this.slice = slice;
    this.buffer = buffer;
  }

  /** A mapping from the file's beginning; null where there is no such thing. */
  static MappedSegment map(FileChannel channel, long lengthBytes) throws IOException {
    if (Runtime.version().feature() < FIRST_RELEASE) {
      return null;
    }
    try {
      Class<?> type = Class.forName("java.lang.foreign.MemorySegment");
      Class<?> arena = Class.forName("java.lang.foreign.Arena");
      Object segment =
          FileChannel.class
              .getMethod("map", FileChannel.MapMode.class, long.class, long.class, arena)
              .invoke(
                  channel,
                  FileChannel.MapMode.READ_WRITE,
                  0L,
                  lengthBytes,
                  arena.getMethod("ofAuto").invoke(null));
      return new MappedSegment(
          segment,
          type.getMethod("asSlice", long.class, long.class),
          type.getMethod("asByteBuffer"));
    } catch (InvocationTargetException failed) {
      throw new IOException("cannot map " + lengthBytes + " bytes", failed.getCause());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A part, which the mapping outlives. */
  public ByteBuffer buffer(long begin, long lengthBytes) {
    try {
      return (ByteBuffer) buffer.invoke(slice.invoke(segment, begin, lengthBytes));
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
