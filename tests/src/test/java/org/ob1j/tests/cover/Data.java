package org.ob1j.tests.cover;

import java.nio.ByteBuffer;
import mpi.MPI;

/** A user's buffer of bytes: what MPI is given, and what is in it. */
final class Data {
  /** What a buffer is made of. */
  enum Kind {
    ARRAY,
    HEAP,
    DIRECT,
    SHARED
  }

  private static final int SLICE_OFFSET = 5;

  private final Object object;
  private final ByteBuffer bytes;

  private Data(Object object, ByteBuffer bytes) {
    this.object = object;
    this.bytes = bytes;
  }

  static Data of(Kind kind, int lengthBytes) {
    switch (kind) {
      case ARRAY -> {
        byte[] array = new byte[lengthBytes];
        return new Data(array, ByteBuffer.wrap(array));
      }
      case HEAP -> {
        // Not at the beginning of its array.
        ByteBuffer whole = ByteBuffer.allocate(lengthBytes + SLICE_OFFSET);
        ByteBuffer slice = whole.position(SLICE_OFFSET).slice();
        return new Data(slice, slice);
      }
      default -> {
        ByteBuffer direct =
            kind == Kind.SHARED
                ? MPI.newByteBuffer(lengthBytes)
                : ByteBuffer.allocateDirect(lengthBytes);
        return new Data(direct, direct);
      }
    }
  }

  /** What MPI takes. */
  Object object() {
    return object;
  }

  int lengthBytes() {
    return bytes.capacity();
  }

  private static byte content(int seed, int index) {
    return (byte) (index * 31 + index / 509 + seed);
  }

  /** Sets the whole content. */
  Data fill(int seed) {
    for (int i = 0; i < bytes.capacity(); i++) {
      bytes.put(i, content(seed, i));
    }
    return this;
  }

  void set(int index, byte value) {
    bytes.put(index, value);
  }

  /** Fails unless both have the same content. */
  void checkSame(String what, Data expected) {
    int at = bytes.duplicate().clear().mismatch(expected.bytes.duplicate().clear());
    if (at >= 0) {
      throw new AssertionError(
          "%s: byte %d of %d is %d; it should be %d"
              .formatted(what, at, bytes.capacity(), bytes.get(at), expected.bytes.get(at)));
    }
  }

  /** Fails unless the first bytes are those of a message, and the others as they were filled. */
  void check(String what, int seed, int messageBytes, int restSeed) {
    for (int i = 0; i < bytes.capacity(); i++) {
      byte expected = content(i < messageBytes ? seed : restSeed, i);
      if (bytes.get(i) != expected) {
        throw new AssertionError(
            "%s: byte %d of %d is %d; it should be %d"
                .formatted(what, i, bytes.capacity(), bytes.get(i), expected));
      }
    }
  }

  /** The same for a message that fills the buffer. */
  void check(String what, int seed) {
    check(what, seed, bytes.capacity(), 0);
  }
}
