package org.ob1j.pml.header;

import org.ob1j.runtime.memory.Memory;

/**
 * How many bytes of eager messages the receiver has consumed since the job began. A running total,
 * so that a lost or doubled header does no harm.
 *
 * <pre>
 *   0               1               2               3
 *   0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7 0 1 2 3 4 5 6 7
 *  +---------------+---------------+-------------------------------+
 *  |     Type      |     Flags     |             Epoch             |
 *  +---------------+---------------+-------------------------------+
 *  |                        Reserved, zero                         |
 *  +---------------------------------------------------------------+
 *  |             Bytes consumed, running total (64 bit)            |
 *  |                                                               |
 *  +---------------------------------------------------------------+
 * </pre>
 */
public final class CreditHeader {
  /** The header's length. */
  public static final int BYTES = 16;

  private static final int CONSUMED_OFFSET = 8;

  private CreditHeader() {}

  /** Writes a whole header. */
  public static void write(Memory memory, int offset, long consumedBytes) {
    memory.putLong(offset, HeaderType.CREDIT);
    memory.putLong(offset + CONSUMED_OFFSET, consumedBytes);
  }

  public static long consumedBytes(Memory memory, int offset) {
    return memory.getLong(offset + CONSUMED_OFFSET);
  }
}
