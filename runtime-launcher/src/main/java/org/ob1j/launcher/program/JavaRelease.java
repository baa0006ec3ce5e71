package org.ob1j.launcher.program;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Which JDK a program {@code java} belongs to, by the file "release" beside its folder. */
final class JavaRelease {
  /** What is told of a JDK that does not say. */
  static final int UNKNOWN = 0;

  private JavaRelease() {}

  /**
   * The number of its features, such as 17.
   *
   * @param program perhaps a link to the program; null if there is none
   * @return {@link #UNKNOWN} if it does not say
   */
  static int feature(Path program) {
    if (program == null) {
      return UNKNOWN;
    }
    Properties release = new Properties();
    try {
      Path folder = program.toRealPath().getParent().getParent();
      if (folder == null) {
        return UNKNOWN;
      }
      try (Reader file = Files.newBufferedReader(folder.resolve("release"))) {
        release.load(file);
      }
      return feature(release.getProperty("JAVA_VERSION", "").replace("\"", ""));
    } catch (IOException | IllegalArgumentException untold) {
      // No JDK.
      return UNKNOWN;
    }
  }

  /** The first number of a version: those before 9 were "1.8.0_402" and the like. */
  private static int feature(String version) {
    int end = 0;
    while (end < version.length() && version.charAt(end) >= '0' && version.charAt(end) <= '9') {
      end++;
    }
    return end == 0 || version.startsWith("1.")
        ? UNKNOWN
        : Integer.parseInt(version.substring(0, end));
  }
}
