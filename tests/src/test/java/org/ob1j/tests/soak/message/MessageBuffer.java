package org.ob1j.tests.soak.message;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A user's buffer: what is given to MPI, and its content as bytes. */
public final class MessageBuffer implements Received {
  /** What a buffer is made of. */
  public enum Kind {
    ARRAY,
    HEAP_BUFFER,
    DIRECT_BUFFER,
    /** From MPI, and peers of the host can map it. */
    SHARED_BUFFER
  }

  /** Heap buffers begin this many elements into their array. */
  static final int SLICE_OFFSET = 3;

  private final ElementType type;
  private final Object object;
  private final Buffer elements;
  private final int capacity;

  /**
   * @param elements what lies in {@code object}, from its beginning
   * @param capacity elements that may be used
   */
  private MessageBuffer(ElementType type, Object object, Buffer elements, int capacity) {
    this.type = type;
    this.object = object;
    this.elements = elements;
    this.capacity = capacity;
  }

  /** A buffer of at least this many elements. */
  public static MessageBuffer of(
      Kind kind, ElementType type, int capacity, DirectBufferPool directBuffers) {
    switch (kind) {
      case ARRAY -> {
        Object array = type.newArray(capacity);
        return new MessageBuffer(type, array, type.wrap(array), capacity);
      }
      case HEAP_BUFFER -> {
        Buffer slice = type.slice(type.newArray(capacity + SLICE_OFFSET));
        return new MessageBuffer(type, slice, slice, capacity);
      }
      default -> {
        Buffer direct = directBuffers.take(type, capacity, kind == Kind.SHARED_BUFFER);
        return new MessageBuffer(type, direct, direct, capacity);
      }
    }
  }

  /** What MPI takes. */
  public Object object() {
    return object;
  }

  /** True for heap and direct buffers. */
  public boolean isBuffer() {
    return object instanceof Buffer;
  }

  /** Elements that fit. */
  public int capacity() {
    return capacity;
  }

  /** Sets the whole content. */
  public void fill(long key) {
    byte[] content = new byte[capacity * type.sizeBytes()];
    MessageContent.fill(content, content.length, key);
    ElementType.write(ByteBuffer.wrap(content).order(ByteOrder.nativeOrder()), elements);
  }

  /** Fails unless the buffer begins with a message and then is as it was filled before. */
  @Override
  public void verify(long messageKey, int messageElements, long restKey, String where) {
    byte[] found = new byte[capacity * type.sizeBytes()];
    type.read(elements, ByteBuffer.wrap(found).order(ByteOrder.nativeOrder()));
    byte[] expected = new byte[found.length];
    MessageContent.fill(expected, expected.length, restKey);
    MessageContent.fill(expected, messageElements * type.sizeBytes(), messageKey);
    int first = Arrays.mismatch(expected, found);
    if (first >= 0) {
      throw new SoakFailure(
          String.format(
              "%s: byte %d of %d (of which %d are the message) is %d; it should be %d",
              where,
              first,
              found.length,
              messageElements * type.sizeBytes(),
              found[first],
              expected[first]));
    }
  }
}
