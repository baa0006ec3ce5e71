package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many files this process may have open. */
final class OpenFiles {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String LINE = "Max open files";
  private static final int UNKNOWN = 1024;

  private OpenFiles() {}

  static int limit() {
    try {
      for (String line : Files.readAllLines(LIMITS)) {
        if (line.startsWith(LINE)) {
          String limits = line.substring(LINE.length()).trim();
          int end = limits.indexOf(' ');
          return parse(end < 0 ? limits : limits.substring(0, end));
        }
      }
      return UNKNOWN;
    } catch (IOException notLinux) {
      return UNKNOWN;
    }
  }

  private static int parse(String soft) {
    try {
      return (int) Math.min(Long.parseLong(soft), Integer.MAX_VALUE);
    } catch (NumberFormatException unlimited) {
      return Integer.MAX_VALUE;
    }
  }
}
