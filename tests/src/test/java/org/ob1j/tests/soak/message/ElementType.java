package org.ob1j.tests.soak.message;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import mpi.Datatype;
import mpi.MPI;

/** What messages consist of, and how arrays and buffers of it are made. */
public enum ElementType {
  BYTE(
      1,
      () -> MPI.BYTE,
      byte[]::new,
      array -> MPI.slice((byte[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newByteBuffer,
      bytes -> bytes,
      array -> ByteBuffer.wrap((byte[]) array)),
  CHAR(
      2,
      () -> MPI.CHAR,
      char[]::new,
      array -> MPI.slice((char[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newCharBuffer,
      ByteBuffer::asCharBuffer,
      array -> CharBuffer.wrap((char[]) array)),
  SHORT(
      2,
      () -> MPI.SHORT,
      short[]::new,
      array -> MPI.slice((short[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newShortBuffer,
      ByteBuffer::asShortBuffer,
      array -> ShortBuffer.wrap((short[]) array)),
  INT(
      4,
      () -> MPI.INT,
      int[]::new,
      array -> MPI.slice((int[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newIntBuffer,
      ByteBuffer::asIntBuffer,
      array -> IntBuffer.wrap((int[]) array)),
  LONG(
      8,
      () -> MPI.LONG,
      long[]::new,
      array -> MPI.slice((long[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newLongBuffer,
      ByteBuffer::asLongBuffer,
      array -> LongBuffer.wrap((long[]) array)),
  FLOAT(
      4,
      () -> MPI.FLOAT,
      float[]::new,
      array -> MPI.slice((float[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newFloatBuffer,
      ByteBuffer::asFloatBuffer,
      array -> FloatBuffer.wrap((float[]) array)),
  DOUBLE(
      8,
      () -> MPI.DOUBLE,
      double[]::new,
      array -> MPI.slice((double[]) array, MessageBuffer.SLICE_OFFSET),
      MPI::newDoubleBuffer,
      ByteBuffer::asDoubleBuffer,
      array -> DoubleBuffer.wrap((double[]) array));

  private final int sizeBytes;
  private final Supplier<Datatype> datatype;
  private final IntFunction<Object> newArray;
  private final Function<Object, Buffer> slice;
  private final IntFunction<Buffer> newShared;
  private final Function<ByteBuffer, Buffer> view;
  private final Function<Object, Buffer> wrap;

  ElementType(
      int sizeBytes,
      Supplier<Datatype> datatype,
      IntFunction<Object> newArray,
      Function<Object, Buffer> slice,
      IntFunction<Buffer> newShared,
      Function<ByteBuffer, Buffer> view,
      Function<Object, Buffer> wrap) {
    this.sizeBytes = sizeBytes;
    this.datatype = datatype;
    this.newArray = newArray;
    this.slice = slice;
    this.newShared = newShared;
    this.view = view;
    this.wrap = wrap;
  }

  public int sizeBytes() {
    return sizeBytes;
  }

  public Datatype datatype() {
    return datatype.get();
  }

  Object newArray(int elements) {
    return newArray.apply(elements);
  }

  /** A heap buffer that begins {@link MessageBuffer#SLICE_OFFSET} elements into an array. */
  Buffer slice(Object array) {
    return slice.apply(array);
  }

  /** A buffer of MPI. */
  Buffer newShared(int elements) {
    return newShared.apply(elements);
  }

  /** A buffer of the JDK, which MPI finds out about when it is used. */
  Buffer newDirect(int elements) {
    return view.apply(
        ByteBuffer.allocateDirect(elements * sizeBytes).order(ByteOrder.nativeOrder()));
  }

  Buffer wrap(Object array) {
    return wrap.apply(array);
  }

  /** Copies elements from the beginning of {@code bytes} to the beginning of a buffer. */
  static void write(ByteBuffer bytes, Buffer target) {
    if (target instanceof ByteBuffer elements) {
      elements.duplicate().put(bytes);
    } else if (target instanceof CharBuffer elements) {
      elements.duplicate().put(bytes.asCharBuffer());
    } else if (target instanceof ShortBuffer elements) {
      elements.duplicate().put(bytes.asShortBuffer());
    } else if (target instanceof IntBuffer elements) {
      elements.duplicate().put(bytes.asIntBuffer());
    } else if (target instanceof LongBuffer elements) {
      elements.duplicate().put(bytes.asLongBuffer());
    } else if (target instanceof FloatBuffer elements) {
      elements.duplicate().put(bytes.asFloatBuffer());
    } else {
      ((DoubleBuffer) target).duplicate().put(bytes.asDoubleBuffer());
    }
  }

  /** Fills {@code bytes} with elements from the beginning of a buffer. */
  void read(Buffer source, ByteBuffer bytes) {
    int elements = bytes.remaining() / sizeBytes;
    if (source instanceof ByteBuffer from) {
      bytes.put(from.duplicate().limit(elements));
    } else if (source instanceof CharBuffer from) {
      bytes.asCharBuffer().put(from.duplicate().limit(elements));
    } else if (source instanceof ShortBuffer from) {
      bytes.asShortBuffer().put(from.duplicate().limit(elements));
    } else if (source instanceof IntBuffer from) {
      bytes.asIntBuffer().put(from.duplicate().limit(elements));
    } else if (source instanceof LongBuffer from) {
      bytes.asLongBuffer().put(from.duplicate().limit(elements));
    } else if (source instanceof FloatBuffer from) {
      bytes.asFloatBuffer().put(from.duplicate().limit(elements));
    } else {
      bytes.asDoubleBuffer().put(((DoubleBuffer) source).duplicate().limit(elements));
    }
  }
}
