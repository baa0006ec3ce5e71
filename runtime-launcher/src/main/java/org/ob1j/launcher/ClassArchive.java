package org.ob1j.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Classes as one JVM has laid them out in its memory: a JVM of the same kind, with the same jars
 * first on its class path, maps them instead of reading and verifying class files, which halves a
 * rank's start.
 *
 * @param file the archive
 * @param java the program that made it; another one cannot read it
 */
record ClassArchive(Path file, Path java) {
  /** Of options that begin so, the user's alone count: the JVM does not take both. */
  private static final List<String> USERS_OWN =
      List.of("-Xshare", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:AOT");

  /** A JVM that cannot use the archive, for its heap's layout for instance, would say so. */
  private static final String QUIET = "-Xlog:cds*=off";

  /**
   * The JVM options with which a rank uses it.
   *
   * @param program the rank's program, or null if it was not found
   * @param options the options that the user has given
   * @return none if that JVM cannot use it
   */
  List<String> options(Path program, List<String> options) {
    boolean own = options.stream().anyMatch(o -> USERS_OWN.stream().anyMatch(o::startsWith));
    return own || !isSameFile(program)
        ? List.of()
        : List.of(QUIET, "-XX:SharedArchiveFile=" + file);
  }

  private boolean isSameFile(Path program) {
    try {
      return program != null && Files.isSameFile(program, java);
    } catch (IOException unreadable) {
      // The program is looked for once more, and missed, when the rank starts.
      return false;
    }
  }
}
