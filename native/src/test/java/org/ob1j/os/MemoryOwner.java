package org.ob1j.os;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import org.ob1j.runtime.parameter.ParameterSet;

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
    String reason =
        service.unavailableReason(ParameterSet.of(Map.of("os_native_peers_may_read", "1")));
    System.out.println(reason == null ? service.addressOf(memory) : reason);
    while (System.in.read() >= 0) {
      // The test has closed the pipe only when this ends.
      continue;
    }
    // Used, so that it is not collected before.
    System.out.println(memory.get(0));
  }
}
