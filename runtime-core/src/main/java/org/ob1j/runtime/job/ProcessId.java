package org.ob1j.runtime.job;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The id of this process.
 *
 * <p>The JDK's {@link ProcessHandle} makes a pool of threads first, which costs every rank some 3
 * ms of its start.
 */
public final class ProcessId {
  private static final String STATUS = "/proc/self/status";

  /** Its ids in the pid namespace of {@code /proc}, and in those below; its own is the last. */
  private static final String LINE = "\nNSpid:\t";

  private static final int MAX_STATUS_BYTES = 8192;
  private static final long CURRENT = read();

  private ProcessId() {}

  /** As this process itself and those of its pid namespace know it. */
  public static long current() {
    return CURRENT;
  }

  private static long read() {
    try (FileInputStream file = new FileInputStream(STATUS)) {
      return ownId(new String(file.readNBytes(MAX_STATUS_BYTES), StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException notLinux) {
      return ProcessHandle.current().pid();
    }
  }

  /** What a status says; throws if it says nothing. */
  static long ownId(String status) {
    int line = status.indexOf(LINE);
    String ids = status.substring(line, status.indexOf('\n', line + 1));
    return Long.parseLong(ids.substring(ids.lastIndexOf('\t') + 1));
  }
}
