package org.ob1j.btl.sm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;

/**
 * What a peer needs to map a buffer; little-endian, 40 bytes.
 *
 * <pre>
 *    0  process id (8)
 *    8  descriptor (4) | rank (4)
 *   16  buffer (8)        counts the owner's buffers; never used again
 *   24  capacity (8)      in bytes, without the file's header
 *   32  access (8)        as registered
 * </pre>
 */
record BufferKey(
    long processId, int descriptor, int rank, long buffer, long capacityBytes, long access) {
  static final int BYTES = 40;

  /** Memory that has no key, known by its address in its process. */
  static BufferKey ofAddress(long address, long capacityBytes) {
    return new BufferKey(0, 0, 0, address, capacityBytes, 0);
  }

  byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putLong(processId)
        .putInt(descriptor)
        .putInt(rank)
        .putLong(buffer)
        .putLong(capacityBytes)
        .putLong(access)
        .array();
  }

  /**
   * Reads a key.
   *
   * @throws FrameRejectedException if it has not the length of one
   */
  static BufferKey of(byte[] key) {
    if (key.length != BYTES) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY, "a key of " + key.length + " bytes; it must have " + BYTES);
    }
    ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    return new BufferKey(
        bytes.getLong(),
        bytes.getInt(),
        bytes.getInt(),
        bytes.getLong(),
        bytes.getLong(),
        bytes.getLong());
  }

  /**
   * Checks that this can be a key of a process for some bytes.
   *
   * @throws FrameRejectedException if it cannot
   */
  void check(long ownerProcessId, int owner, long offset, long lengthBytes) {
    if (processId != ownerProcessId
        || rank != owner
        || descriptor < 0
        || buffer < 1
        || capacityBytes < 1
        || capacityBytes > SharedBufferFile.MAX_CAPACITY) {
      throw new FrameRejectedException(Rejection.BAD_KEY, this + " is no key of rank " + owner);
    }
    if (offset < 0 || lengthBytes < 0 || lengthBytes > capacityBytes - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          lengthBytes + " bytes from " + offset + " of a buffer of " + capacityBytes + " bytes");
    }
  }
}
