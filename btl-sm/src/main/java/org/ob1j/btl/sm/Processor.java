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
   * Whether a core that reads lines one after the other fetches the next ones along far enough to
   * take them from a core that has just written to them. Measured: Intel's do, AMD's do not.
   */
  static boolean fetchesFarAhead() {
    try (Stream<String> lines = Files.lines(DESCRIPTION)) {
      return lines
          .filter(line -> line.startsWith("vendor_id"))
          .findFirst()
          .map(vendor -> !vendor.endsWith("AuthenticAMD"))
          .orElse(true);
    } catch (IOException | UncheckedIOException unknown) {
      return true;
    }
  }
}
