package org.ob1j.btl.tcp.stream;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.NativeService;

/** Memory between a socket and its users, with the views that reads and writes need. */
final class Staging {
  /** The most pieces of one gathering write. */
  static final int VIEWS = 8;

  private final Memory memory;
  private final ByteBuffer[] views = new ByteBuffer[VIEWS];
  private long address;

  public Staging(int capacity) {
    memory = Memory.allocate(capacity);
    for (int i = 0; i < VIEWS; i++) {
      views[i] = memory.bytes().duplicate();
    }
  }

  Memory memory() {
    return memory;
  }

  /** Where native code finds it. */
  long address(NativeService service) {
    if (address == 0) {
      address = service.addressOf(memory.bytes());
    }
    return address;
  }

  /** A view of a piece; valid until the view of the same index is asked for again. */
  ByteBuffer view(int index, int offset, int lengthBytes) {
    return views[index].limit(offset + lengthBytes).position(offset);
  }
}
