package org.ob1j.btl.sm;

import java.util.function.Supplier;
import org.ob1j.btl.StreamingCopy;
import org.ob1j.runtime.memory.FoundService;

/**
 * Native code that writes past the caches, for all rings of a process: looks for {@link
 * StreamingCopy} once so much has been written without to peers on far cores that loading it pays.
 * Not thread-safe.
 */
final class StreamingCopies {
  private final Supplier<Iterable<StreamingCopy>> services;
  private final long loadAfterBytes;
  private long copiedBytes;
  private FoundService<StreamingCopy> found;

  /**
   * Looks for no service yet.
   *
   * @param loadAfterBytes how much is written without
   */
  StreamingCopies(Supplier<Iterable<StreamingCopy>> services, long loadAfterBytes) {
    this.services = services;
    this.loadAfterBytes = loadAfterBytes;
  }

  /** The service, for somebody who is going to write so many bytes; null if none, or none yet. */
  StreamingCopy service(int bytes) {
    if (found == null) {
      if (copiedBytes < loadAfterBytes) {
        copiedBytes += bytes;
        return null;
      }
      found = FoundService.among(services);
    }
    return found.service();
  }

  /** Why there is none; null if there is one, or it has not been looked for. */
  String reason() {
    return found == null ? null : found.reason();
  }
}
