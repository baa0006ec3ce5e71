package org.ob1j.btl.tcp.stream;

import java.io.IOException;
import org.ob1j.btl.service.ArraySockets;
import org.ob1j.runtime.memory.FoundService;

/**
 * Native code that moves arrays through sockets, for all connections of a process. Not thread-safe.
 */
public final class NativeArrays {
  private final FoundService<ArraySockets> found;

  /** What the last connection that cannot use it was told; null if there is none. */
  private String trouble;

  public NativeArrays(FoundService<ArraySockets> found) {
    this.found = found;
  }

  /** The service; null if there is none. */
  ArraySockets service() {
    return found.service();
  }

  /** A connection cannot use it, though it is there. */
  void note(IOException newTrouble) {
    trouble = newTrouble.getMessage();
  }

  /** What moves arrays, for a report. */
  public String describe() {
    return found.service() == null
        ? "arrays copied by Java, native: " + found.reason()
        : "arrays moved by "
            + found.service().getClass().getSimpleName()
            + (trouble == null ? "" : ", but " + trouble);
  }
}
