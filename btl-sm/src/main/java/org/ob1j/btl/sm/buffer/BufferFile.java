package org.ob1j.btl.sm.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.btl.sm.file.JobDigest;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.memory.Memory;

/**
 * What a file of users' buffers begins with, little-endian. Its owner made it.
 *
 * <pre>
 *      0  magic (8) | rank (4) | freed (4) | number (4) | length (4) | job digest (8)
 *   4096  buffers, each of which begins on a page
 * </pre>
 *
 * Once the owner has no buffer in it any more, and wants none, it sets <em>freed</em>, and the file
 * shrinks to its first page, so that the memory is free although peers still map it. Peers look at
 * <em>freed</em> before each use.
 */
final class BufferFile {
  static final int HEADER_BYTES = 4096;
  static final int PAGE_BYTES = 4096;

  /** A peer maps header and buffers as one. */
  static final int MAX_CAPACITY = (Integer.MAX_VALUE & -PAGE_BYTES) - HEADER_BYTES;

  private static final long MAGIC = 0x314655424A31424FL;
  private static final int RANK_OFFSET = 8;
  private static final int FREED_OFFSET = 12;
  private static final int NUMBER_OFFSET = 16;
  private static final int LENGTH_OFFSET = 20;
  private static final int JOB_OFFSET = 24;
  private static final int USED_BYTES = 32;

  private BufferFile() {}

  /** What a buffer takes of a file. */
  static int pagesBytes(int capacityBytes) {
    return capacityBytes + PAGE_BYTES - 1 & -PAGE_BYTES;
  }

  static void writeHeader(SharedFile file, int rank, int number, int lengthBytes, String jobId)
      throws IOException {
    ByteBuffer header = ByteBuffer.allocate(USED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.putLong(0, MAGIC);
    header.putInt(RANK_OFFSET, rank);
    header.putInt(NUMBER_OFFSET, number);
    header.putInt(LENGTH_OFFSET, lengthBytes);
    header.putLong(JOB_OFFSET, JobDigest.of(jobId));
    file.write(header, 0);
  }

  /** Tells peers that the file is of no more use, and frees its memory. */
  static void free(SharedFile file) throws IOException {
    markFreed(file);
    file.truncate(HEADER_BYTES);
  }

  /** Tells peers that the file is of no more use; its memory is freed when none of them maps it. */
  static void markFreed(SharedFile file) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    file.write(one.putInt(0, 1), FREED_OFFSET);
  }

  /** Whether a mapped file is the one that a key tells of. */
  static boolean isFileOf(Memory file, BufferKey key, String jobId) {
    BufferLocation location = key.location();
    return file.getLong(0) == MAGIC
        && file.getInt(RANK_OFFSET) == key.rank()
        && file.getInt(NUMBER_OFFSET) == location.file()
        && file.getInt(LENGTH_OFFSET) == location.fileBytes()
        && file.getLong(JOB_OFFSET) == JobDigest.of(jobId);
  }

  static boolean isFreed(Memory file) {
    return file.getInt(FREED_OFFSET) != 0;
  }
}
