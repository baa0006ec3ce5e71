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
  DIRECT;

  Payload allocate(int bytes) {
    switch (this) {
      case ARRAY:
        byte[] array = new byte[bytes];
        return new Payload(array, ByteBuffer.wrap(array));
      case HEAP:
        ByteBuffer heap = ByteBuffer.allocate(bytes);
        return new Payload(heap, heap);
      default:
        ByteBuffer direct = MPI.newByteBuffer(bytes);
        return new Payload(direct, direct);
    }
  }
}
