package org.ob1j.runtime.control;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Tells a process that mpirun has not started from one whose JVM cannot read what mpirun says: the
 * environment is bytes, and options may have the JVM decode them as what they are not.
 */
final class ProcessEnvironment {
  private static final Path BYTES = Path.of("/proc/self/environ");

  private ProcessEnvironment() {}

  /** Why the variables of mpirun are not among those that were read; null if there are none. */
  static String whyUnreadable(Map<String, String> read) {
    return whyUnreadable(read, bytes());
  }

  static String whyUnreadable(Map<String, String> read, byte[] environ) {
    // Each byte one char, whatever the locale.
    String all = "\0" + new String(environ, StandardCharsets.ISO_8859_1);
    // Where the JVM can read it, the caller has left it out on purpose.
    boolean isReadable = System.getenv(JobEnvironment.CONTROL) != null;
    if (!all.contains("\0" + JobEnvironment.CONTROL + "=") || isReadable) {
      return null;
    }
    return "mpirun has started this process, but the JVM cannot read its environment (it has "
        + read.size()
        + " variables): file.encoding is "
        + System.getProperty("file.encoding")
        + ", the default charset "
        + Charset.defaultCharset()
        + "; leave out -Dfile.encoding, also in JAVA_TOOL_OPTIONS and JDK_JAVA_OPTIONS, or use"
        + " UTF-8";
  }

  private static byte[] bytes() {
    try {
      return Files.readAllBytes(BYTES);
    } catch (IOException noSuchFile) {
      return new byte[0];
    }
  }
}
