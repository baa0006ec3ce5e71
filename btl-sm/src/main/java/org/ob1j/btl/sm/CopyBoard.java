package org.ob1j.btl.sm;

import org.ob1j.runtime.memory.Memory;

/**
 * Where two processes divide the work of one copy: the receiver, which owns the segment, and the
 * sender, whose ring in it this belongs to. Little-endian, 128 bytes.
 *
 * <pre>
 *    0  next (8)             operation (40 bit) | next chunk (24 bit); changed by compare-and-set
 *    8  helped (8)           the same | chunks that the sender has copied; sender, release
 *   16  source buffer (8)    the sender's
 *   24  source offset (8)    in bytes
 *   32  length (8)           in bytes
 *   40  target buffer (8)    the receiver's
 *   48  target capacity (8)
 *   56  target offset (8)
 *   64  target descriptor (4) | chunk bytes (4)
 * </pre>
 *
 * Whoever takes a chunk copies it. An operation is over when all chunks have been taken and the
 * sender has said how many it has copied; only then is the board used for another, with another
 * operation number, so that a sender that comes late takes nothing.
 */
final class CopyBoard {
  static final int BYTES = 128;

  private static final int HELPED = 8;
  private static final int SOURCE_BUFFER = 16;
  private static final int SOURCE_OFFSET = 24;
  private static final int LENGTH = 32;
  private static final int TARGET_BUFFER = 40;
  private static final int TARGET_CAPACITY = 48;
  private static final int TARGET_OFFSET = 56;
  private static final int TARGET_DESCRIPTOR = 64;
  private static final int CHUNK_BYTES = 68;

  private static final int CHUNK_BITS = 24;
  private static final long CHUNK_MASK = (1L << CHUNK_BITS) - 1;
  private static final long OPERATION_MASK = (1L << 40) - 1;

  private final Memory segment;
  private final int offset;

  CopyBoard(Memory segment, int offset) {
    this.segment = segment;
    this.offset = offset;
  }

  /**
   * What is copied.
   *
   * @param target its access is not told
   */
  record Job(
      long sourceBuffer,
      long sourceOffset,
      BufferKey target,
      long targetOffset,
      long lengthBytes,
      int chunkBytes) {
    int chunks() {
      return (int) ((lengthBytes + chunkBytes - 1) / chunkBytes);
    }

    int bytesOf(int chunk) {
      return (int) Math.min(chunkBytes, lengthBytes - (long) chunk * chunkBytes);
    }
  }

  /** For the receiver: offers a copy. */
  void offer(long operation, Job job) {
    segment.putLong(offset + SOURCE_BUFFER, job.sourceBuffer());
    segment.putLong(offset + SOURCE_OFFSET, job.sourceOffset());
    segment.putLong(offset + LENGTH, job.lengthBytes());
    segment.putLong(offset + TARGET_BUFFER, job.target().buffer());
    segment.putLong(offset + TARGET_CAPACITY, job.target().capacityBytes());
    segment.putLong(offset + TARGET_OFFSET, job.targetOffset());
    segment.putInt(offset + TARGET_DESCRIPTOR, job.target().descriptor());
    segment.putInt(offset + CHUNK_BYTES, job.chunkBytes());
    segment.putLong(offset + HELPED, operation << CHUNK_BITS);
    segment.putLongRelease(offset, operation << CHUNK_BITS);
  }

  /** For the sender: what is offered. Means nothing unless a chunk can be taken afterwards. */
  Job read(long receiverProcessId, int receiver) {
    return new Job(
        segment.getLong(offset + SOURCE_BUFFER),
        segment.getLong(offset + SOURCE_OFFSET),
        new BufferKey(
            receiverProcessId,
            segment.getInt(offset + TARGET_DESCRIPTOR),
            receiver,
            segment.getLong(offset + TARGET_BUFFER),
            segment.getLong(offset + TARGET_CAPACITY),
            0),
        segment.getLong(offset + TARGET_OFFSET),
        segment.getLong(offset + LENGTH),
        segment.getInt(offset + CHUNK_BYTES));
  }

  /** Takes the next chunk of an operation; -1 if there is none left, or the operation is over. */
  int take(long operation, int chunks) {
    while (true) {
      long next = segment.getLongVolatile(offset);
      int chunk = (int) (next & CHUNK_MASK);
      if (next >>> CHUNK_BITS != (operation & OPERATION_MASK) || chunk >= chunks) {
        return -1;
      }
      if (segment.compareAndSetLong(offset, next, next + 1)) {
        return chunk;
      }
    }
  }

  /** For the sender: so many chunks of the operation have been copied by it. */
  void setHelped(long operation, int chunks) {
    segment.putLongRelease(offset + HELPED, operation << CHUNK_BITS | chunks);
  }

  /** For the receiver: how many chunks the sender has copied. */
  int helped(long operation) {
    long helped = segment.getLongAcquire(offset + HELPED);
    return helped >>> CHUNK_BITS == (operation & OPERATION_MASK) ? (int) (helped & CHUNK_MASK) : 0;
  }
}
