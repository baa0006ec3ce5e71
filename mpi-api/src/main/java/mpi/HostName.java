package mpi;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/** What this host calls itself. */
final class HostName {
  private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

  private HostName() {}

  /**
   * Asks the kernel, where that is possible: a resolver may be slow, or answer "localhost". {@code
   * MPI.Init} does, since later the process may have no file to open left.
   *
   * @return null if neither answers
   */
  static String textOrNull() {
    try {
      return Files.isReadable(KERNEL)
          ? Files.readString(KERNEL).trim()
          : InetAddress.getLocalHost().getHostName();
    } catch (IOException unknown) {
      return null;
    }
  }
}
