package mpi;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this host calls itself. */
final class HostName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /** Asks the kernel, where that is possible: a resolver may be slow, or answer "localhost". */
  static String text() {
    try {
      return Files.isReadable(KERNEL)
          ? Files.readString(KERNEL).trim()
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException unknown) {
      throw new UncheckedIOException(unknown);
    }
  }
}
