package org.ob1j.btl.sm;

import org.ob1j.runtime.memory.Memory;

/**
 * The file of a payload ring, little-endian. Its sender owns it.
 *
 * <pre>
 *      0  magic (8) | from (4) | to (4) | ring bytes (8) | job digest (8)
 *   4096  the ring, a power of two bytes
 * </pre>
 *
 * Both sides derive where a payload stands: at the next multiple of 64 bytes, or at the ring's
 * start if it does not fit before the ring's end. A header longer than a slot's body stands before
 * its payload and is padded to a multiple of 64 bytes.
 */
final class PayloadRingLayout {
  static final int RING_OFFSET = 4096;
  static final int ALIGNMENT = 64;

  private static final long MAGIC = 0x474E524A31424F01L;
  private static final int FROM_OFFSET = 8;
  private static final int TO_OFFSET = 12;
  private static final int BYTES_OFFSET = 16;
  private static final int JOB_OFFSET = 24;

  private PayloadRingLayout() {}

  static int fileBytes(int ringBytes) {
    return RING_OFFSET + ringBytes;
  }

  static void writeHeader(Memory file, int from, int to, String jobId) {
    file.putLong(0, MAGIC);
    file.putInt(FROM_OFFSET, from);
    file.putInt(TO_OFFSET, to);
    file.putLong(BYTES_OFFSET, file.capacity() - RING_OFFSET);
    file.putLong(JOB_OFFSET, SegmentLayout.digest(jobId));
  }

  /** Whether a mapped file is the payload ring of this pair. */
  static boolean isRing(Memory file, int from, int to, String jobId) {
    return file.getLong(0) == MAGIC
        && file.getInt(FROM_OFFSET) == from
        && file.getInt(TO_OFFSET) == to
        && file.getLong(BYTES_OFFSET) == file.capacity() - RING_OFFSET
        && file.getLong(JOB_OFFSET) == SegmentLayout.digest(jobId);
  }

  /** The ring within its file. */
  static Memory ring(Memory file) {
    return file.slice(RING_OFFSET, file.capacity() - RING_OFFSET);
  }

  /** How many bytes of the ring a frame takes. */
  static int frameBytes(int headerBytes, int payloadBytes) {
    return headerInRingBytes(headerBytes) + align(payloadBytes);
  }

  /** How many bytes of the ring its header takes. */
  static int headerInRingBytes(int headerBytes) {
    return headerBytes > SlotLayout.BODY_BYTES ? align(headerBytes) : 0;
  }

  /** Where a frame starts that follows position {@code end}; past the ring's end it starts over. */
  static long start(long end, int frameBytes, int ringBytes) {
    int offset = (int) end & ringBytes - 1;
    return offset + frameBytes > ringBytes ? end + ringBytes - offset : end;
  }

  private static int align(int lengthBytes) {
    return lengthBytes + ALIGNMENT - 1 & -ALIGNMENT;
  }
}
