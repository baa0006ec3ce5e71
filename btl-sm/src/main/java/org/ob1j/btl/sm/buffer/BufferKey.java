package org.ob1j.btl.sm.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;

/**
 * What a peer needs to map a buffer; little-endian, 40 bytes.
 *
 * <pre>
 *    0  process id (4) | rank (4)
 *    8  access (4)           as registered
 *   12  {@link BufferLocation}: descriptor (4) | file (4) | length of the file (4) | begin (4)
 *                            | capacity (4)
 *   32  buffer (8)           counts the owner's buffers; never used again
 * </pre>
 */
public record BufferKey(
    long processId, int rank, int access, BufferLocation location, long buffer) {
  public static final int BYTES = 40;

  /** Memory that has no key, known by its address in its process. */
  public static BufferKey ofAddress(long address, int capacityBytes) {
    return new BufferKey(0, 0, 0, new BufferLocation(0, 0, 0, 0, capacityBytes), address);
  }

  public int begin() {
    return location.begin();
  }

  public int capacityBytes() {
    return location.capacityBytes();
  }

  public byte[] toBytes() {
    return ByteBuffer.allocate(BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) processId)
        .putInt(rank)
        .putInt(access)
        .putInt(location.descriptor())
        .putInt(location.file())
        .putInt(location.fileBytes())
        .putInt(location.begin())
        .putInt(location.capacityBytes())
        .putLong(buffer)
        .array();
  }

  /**
   * Reads a key.
   *
   * @throws FrameRejectedException if it has not the length of one
   */
  public static BufferKey of(byte[] key) {
    if (key.length != BYTES) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY, "a key of " + key.length + " bytes; it must have " + BYTES);
    }
    ByteBuffer bytes = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    return new BufferKey(
        bytes.getInt(),
        bytes.getInt(),
        bytes.getInt(),
        new BufferLocation(
            bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.getInt(), bytes.getInt()),
        bytes.getLong());
  }

  /**
   * Checks that this can be a key of a process for some bytes.
   *
   * @throws FrameRejectedException if it cannot
   */
  public void check(long ownerProcessId, int owner, long offset, long lengthBytes) {
    if (processId != ownerProcessId || rank != owner || buffer < 1 || !location.isPossible()) {
      throw new FrameRejectedException(Rejection.BAD_KEY, this + " is no key of rank " + owner);
    }
    if (offset < 0 || lengthBytes < 0 || lengthBytes > capacityBytes() - offset) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          lengthBytes + " bytes from " + offset + " of a buffer of " + capacityBytes() + " bytes");
    }
  }
}
