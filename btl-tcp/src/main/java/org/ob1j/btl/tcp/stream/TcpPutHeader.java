package org.ob1j.btl.tcp.stream;

import org.ob1j.runtime.memory.Memory;

/**
 * The header of a frame of kind PUT, little-endian. Its payload goes straight into the memory that
 * is named.
 *
 * <pre>
 *    0  registration (8)   the receiver's
 *    8  offset (8)         in the memory that was registered
 * </pre>
 */
final class TcpPutHeader {
  static final int BYTES = 16;

  private static final int OFFSET = 8;

  private TcpPutHeader() {}

  static void write(Memory memory, int at, long registration, long offset) {
    memory.putLong(at, registration);
    memory.putLong(at + OFFSET, offset);
  }

  static long registration(Memory memory, int at) {
    return memory.getLong(at);
  }

  static long offset(Memory memory, int at) {
    return memory.getLong(at + OFFSET);
  }
}
