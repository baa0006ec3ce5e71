package org.ob1j.pml.header;

import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;
import org.ob1j.runtime.memory.Memory;

/**
 * One registration in the payload of an RGET: where the receiver can get the message by one rail.
 * The header of an RGET is that of a RNDV; its payload is one such entry after the other, and
 * nothing of the message.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +-------------------------------+-------------------------------+
 *  |      Length of the key        |             Rail              |
 *  +-------------------------------+-------------------------------+
 *  |                        Reserved, zero                         |
 *  +---------------------------------------------------------------+
 *  |     Offset of the message in the registered memory (64 bit)   |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |  Key, a multiple of 8 bytes …
 * </pre>
 *
 * @param rail 0: the rail by which the frame has come
 * @param memoryOffset where in the registered memory the message begins
 * @param key of the registered memory; not to be changed
 */
public record RegistrationEntry(int rail, long memoryOffset, byte[] key) {
  private static final int MEMORY_OFFSET_OFFSET = 8;
  private static final int KEY_OFFSET = 16;

  /** How much of the payload the entry takes. */
  public int bytes() {
    return KEY_OFFSET + key.length;
  }

  /** Writes the entry. */
  public void write(Memory memory, int offset) {
    memory.putLong(offset, key.length | (long) rail << 16);
    memory.putLong(offset + MEMORY_OFFSET_OFFSET, memoryOffset);
    memory.bytes().put(offset + KEY_OFFSET, key);
  }

  /**
   * Reads the entry that begins here.
   *
   * @param limit where the payload ends
   * @throws FrameRejectedException if it does not fit the payload
   */
  public static RegistrationEntry read(Memory memory, int offset, int limit) {
    if (limit - offset < KEY_OFFSET) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a registration with " + (limit - offset) + " bytes");
    }
    long first = memory.getLong(offset);
    int keyBytes = (int) first & 0xFFFF;
    if (keyBytes > Math.min(limit - offset - KEY_OFFSET, BtlRegistration.MAX_KEY_BYTES)
        || keyBytes % Long.BYTES != 0) {
      throw new FrameRejectedException(
          Rejection.BAD_LENGTH, "a registration with a key of " + keyBytes + " bytes");
    }
    byte[] key = new byte[keyBytes];
    memory.bytes().get(offset + KEY_OFFSET, key);
    return new RegistrationEntry(
        (int) (first >>> 16) & 0xFFFF, memory.getLong(offset + MEMORY_OFFSET_OFFSET), key);
  }
}
