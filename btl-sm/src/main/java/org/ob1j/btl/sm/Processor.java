package org.ob1j.btl.sm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the host's processor does that no program can ask it. */
final class Processor {
  private static final Path DESCRIPTION = Path.of("/proc/cpuinfo");

  private Processor() {}

  /**
   * From how many nanoseconds on a cache line that a core takes from another, with many on the way,
   * comes from another die or socket. Measured: AMD's take 0.5 to 2 on one die and 4 to 10 from
   * another; Intel's 1 to 5 in one socket.
   */
  static int farLineNanos() {
    return isAmd() ? 3 : 10;
  }

  /**
   * Whether a core that reads lines one after the other fetches the next ones along far enough to
   * take them from a core that has just written to them. Measured: Intel's do, AMD's do not.
   */
  static boolean fetchesFarAhead() {
    return !isAmd();
  }

  private static boolean isAmd() {
    try (Stream<String> lines = Files.lines(DESCRIPTION)) {
      return lines
          .filter(line -> line.startsWith("vendor_id"))
          .findFirst()
          .map(vendor -> vendor.endsWith("AuthenticAMD"))
          .orElse(false);
    } catch (IOException | UncheckedIOException unknown) {
      return false;
    }
  }
}
