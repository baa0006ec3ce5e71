package org.ob1j.btl.ucx;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A process with memory for another to read: prints its address, and lives until input ends. */
public final class MemoryOwner {
  static final int LENGTH = 1 << 20;

  private MemoryOwner() {}

  static byte content(int index) {
    return (byte) (index * 31 + index / 509);
  }

  static ByteBuffer memory() {
    ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
    for (int i = 0; i < LENGTH; i++) {
      memory.put(i, content(i));
    }
    return memory;
  }

  /** Runs the process. */
  public static void main(String[] arguments) throws IOException {
    ByteBuffer memory = memory();
    CrossMemoryAttach service = new CrossMemoryAttach();
    System.out.println(service.addressOf(memory));
    while (System.in.read() >= 0) {
      // The test has closed the pipe only when this ends.
      continue;
    }
    // Used, so that it is not collected before.
    System.out.println(memory.get(0));
  }
}
