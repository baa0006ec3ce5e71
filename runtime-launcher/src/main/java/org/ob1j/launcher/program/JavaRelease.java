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
      String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Runtime.Version.parse(version).feature();
    } catch (IOException | IllegalArgumentException untold) {
      // No JDK, or an old one: "1.8.0_402" is no version of today's kind.
      return UNKNOWN;
    }
  }
}
