package org.ob1j.btl.sm.ring;

import org.ob1j.btl.sm.file.JobDigest;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * The file of a long ring, little-endian. Its sender owns it.
 *
 * <pre>
 *      0  magic (8) | from (4) | to (4) | ring bytes (8)
 *     24  job digest of the sender (8) | of the receiver (8)
 *   4096  the ring, a power of two bytes
 * </pre>
 */
final class LongRingLayout {
  static final int RING_OFFSET = 4096;

  private static final long MAGIC = 0x474E524A31424F01L;
  private static final int FROM_OFFSET = 8;
  private static final int TO_OFFSET = 12;
  private static final int BYTES_OFFSET = 16;
  private static final int JOB_OFFSET = 24;
  private static final int TO_JOB_OFFSET = 32;

  private LongRingLayout() {}

  static int fileBytes(int ringBytes) {
    return RING_OFFSET + ringBytes;
  }

  static void writeHeader(Memory file, ProcessName from, ProcessName to) {
    file.putLong(0, MAGIC);
    file.putInt(FROM_OFFSET, from.rank());
    file.putInt(TO_OFFSET, to.rank());
    file.putLong(BYTES_OFFSET, file.capacity() - RING_OFFSET);
    file.putLong(JOB_OFFSET, JobDigest.of(from.job()));
    file.putLong(TO_JOB_OFFSET, JobDigest.of(to.job()));
  }

  /** Whether a mapped file is the long ring of this pair. */
  static boolean isRing(Memory file, ProcessName from, ProcessName to) {
    return file.getLong(0) == MAGIC
        && file.getInt(FROM_OFFSET) == from.rank()
        && file.getInt(TO_OFFSET) == to.rank()
        && file.getLong(BYTES_OFFSET) == file.capacity() - RING_OFFSET
        && file.getLong(JOB_OFFSET) == JobDigest.of(from.job())
        && file.getLong(TO_JOB_OFFSET) == JobDigest.of(to.job());
  }

  /** The ring within its file. */
  static Memory ring(Memory file) {
    return file.slice(RING_OFFSET, file.capacity() - RING_OFFSET);
  }
}
