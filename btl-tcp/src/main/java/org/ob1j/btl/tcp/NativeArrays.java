package org.ob1j.btl.tcp;

import java.io.IOException;
import java.util.function.Supplier;
import org.ob1j.btl.ArraySockets;
import org.ob1j.runtime.memory.FoundService;

/**
 * Native code that moves arrays through sockets, for all connections of a process: looks for {@link
 * ArraySockets} once so much has been copied without that loading it pays. Not thread-safe.
 */
final class NativeArrays {
  private final Supplier<Iterable<ArraySockets>> services;
  private final long loadAfterBytes;
  private long copiedBytes;
  private FoundService<ArraySockets> found;

  /** What the last connection that cannot use it was told; null if there is none. */
  private String trouble;

  /**
   * Looks for no service yet.
   *
   * @param loadAfterBytes how much is copied without
   */
  NativeArrays(Supplier<Iterable<ArraySockets>> services, long loadAfterBytes) {
    this.services = services;
    this.loadAfterBytes = loadAfterBytes;
  }

  /** Java copies a part of an array. */
  void countCopied(int bytes) {
    copiedBytes += bytes;
  }

  /** The service; null if there is none, or none yet. */
  ArraySockets service() {
    if (found == null) {
      if (copiedBytes < loadAfterBytes) {
        return null;
      }
      found = FoundService.among(services);
    }
    return found.service();
  }

  /** A connection cannot use it, though it is there. */
  void note(IOException newTrouble) {
    trouble = newTrouble.getMessage();
  }

  /** What moves arrays, for a report. */
  String describe() {
    if (found != null && found.service() != null) {
      return "arrays moved by "
          + found.service().getClass().getSimpleName()
          + (trouble == null ? "" : ", but " + trouble);
    }
    return "arrays copied by Java" + (found == null ? "" : ", native: " + found.reason());
  }
}
