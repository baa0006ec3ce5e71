package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.memory.Memory;

/**
 * The file of a user's buffer, little-endian. Its owner made it.
 *
 * <pre>
 *      0  magic (8) | rank (4) | freed (4) | buffer (8) | capacity (8) | job digest (8)
 *   4096  the buffer
 * </pre>
 *
 * Once the owner's last reference is gone it sets <em>freed</em>, and the file shrinks to its
 * header, so that the memory is free although peers still map it. Peers look at <em>freed</em>
 * before each use.
 */
final class SharedBufferFile {
  static final int HEADER_BYTES = 4096;

  /** A peer maps header and buffer as one. */
  static final int MAX_CAPACITY = Integer.MAX_VALUE - HEADER_BYTES;

  private static final long MAGIC = 0x464655424A31424FL;
  private static final int RANK_OFFSET = 8;
  private static final int FREED_OFFSET = 12;
  private static final int BUFFER_OFFSET = 16;
  private static final int CAPACITY_OFFSET = 24;
  private static final int JOB_OFFSET = 32;
  private static final int USED_BYTES = 40;

  private SharedBufferFile() {}

  static long fileBytes(int capacityBytes) {
    return (long) HEADER_BYTES + capacityBytes;
  }

  static void writeHeader(SharedFile file, int rank, long buffer, int capacityBytes, String jobId)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(USED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0, MAGIC);
    header.putInt(RANK_OFFSET, rank);
    header.putLong(BUFFER_OFFSET, buffer);
    header.putLong(CAPACITY_OFFSET, capacityBytes);
    header.putLong(JOB_OFFSET, SegmentLayout.digest(jobId));
    file.write(header, 0);
  }

  /** Tells peers that the buffer is gone, and frees its memory. */
  static void free(SharedFile file) throws IOException {
    markFreed(file);
    file.truncate(HEADER_BYTES);
  }

  /** Tells peers that the buffer is gone; its memory is freed when none of them maps it. */
  static void markFreed(SharedFile file) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    file.write(one.putInt(0, 1), FREED_OFFSET);
  }

  /** Whether a mapped file is this buffer. */
  static boolean isBuffer(Memory file, BufferKey key, String jobId) {
    return file.getLong(0) == MAGIC
        && file.getInt(RANK_OFFSET) == key.rank()
        && file.getLong(BUFFER_OFFSET) == key.buffer()
        && file.getLong(CAPACITY_OFFSET) == key.capacityBytes()
        && file.getLong(JOB_OFFSET) == SegmentLayout.digest(jobId);
  }

  static boolean isFreed(Memory file) {
    return file.getInt(FREED_OFFSET) != 0;
  }
}
