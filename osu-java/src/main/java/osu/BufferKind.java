package osu;

import java.nio.ByteBuffer;
import mpi.MPI;

/** Where a benchmark's messages lie. */
enum BufferKind {
  /** A {@code byte[]}. */
  ARRAY,
  /** A ByteBuffer over an array. */
  HEAP,
  /** A ByteBuffer from {@code MPI.newByteBuffer}. */
  DIRECT,
  /** A direct ByteBuffer that MPI has not made. */
  ORDINARY;

  /** Whether it is outside the heap, so that all bindings have non-blocking calls for it. */
  boolean isDirect() {
    return this == DIRECT || this == ORDINARY;
  }

  /** Memory that has been written to, as a program's has that sends it. */
  Payload allocate(int bytes) {
    Payload payload = untouched(bytes);
    for (int i = 0; i < bytes; i++) {
      payload.bytes().put(i, (byte) 1);
    }
    return payload;
  }

  private Payload untouched(int bytes) {
    switch (this) {
      case ARRAY:
        byte[] array = new byte[bytes];
        return new Payload(array, ByteBuffer.wrap(array));
      case HEAP:
        ByteBuffer heap = ByteBuffer.allocate(bytes);
        return new Payload(heap, heap);
      case ORDINARY:
        ByteBuffer ordinary = ByteBuffer.allocateDirect(bytes);
        return new Payload(ordinary, ordinary);
      default:
        ByteBuffer direct = MPI.newByteBuffer(bytes);
        return new Payload(direct, direct);
    }
  }
}
