package osu.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import mpi.MPI;

/** Where a benchmark's messages lie. */
public enum BufferKind {
  /** A {@code byte[]}; OSU's "arrays". */
  ARRAY,
  /** A ByteBuffer from {@code ByteBuffer.allocateDirect}; OSU's "buffer". */
  BUFFER,
  /** A ByteBuffer over an array. */
  HEAP,
  /** A ByteBuffer from {@code MPI.newByteBuffer}. */
  DIRECT,
  /** A direct ByteBuffer that begins at a page, as those of the reference in C do. */
  ORDINARY;

  private static final int PAGE_BYTES = 4096;

  /** Whether it is outside the heap, so that all bindings have non-blocking calls for it. */
  public boolean isDirect() {
    return this == BUFFER || this == DIRECT || this == ORDINARY;
  }

  /** Memory that has been written to, as a program's has that sends it. */
  public Payload allocate(int bytes) {
    Payload payload = untouched(bytes);
    byte[] ones = new byte[PAGE_BYTES];
    Arrays.fill(ones, (byte) 1);
    for (int i = 0; i < bytes; i += PAGE_BYTES) {
      payload.bytes().put(i, ones, 0, Math.min(PAGE_BYTES, bytes - i));
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
      case BUFFER:
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        return new Payload(buffer, buffer);
      case ORDINARY:
        ByteBuffer ordinary = pageAligned(bytes);
        return new Payload(ordinary, ordinary);
      default:
        ByteBuffer direct = MPI.newByteBuffer(bytes);
        return new Payload(direct, direct);
    }
  }

  /** A slice that begins and ends at a page takes up to a page from either end. */
  private static ByteBuffer pageAligned(int bytes) {
    return ByteBuffer.allocateDirect(bytes + 2 * PAGE_BYTES)
        .alignedSlice(PAGE_BYTES)
        .slice(0, bytes);
  }
}
