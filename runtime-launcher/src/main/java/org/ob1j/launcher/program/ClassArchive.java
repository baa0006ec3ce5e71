package org.ob1j.launcher.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Classes as one JVM has laid them out in its memory: a JVM of the same kind, with the same jars
 * first on its class path, maps them instead of reading and verifying class files, which halves a
 * rank's start. In an AOT cache, which JVMs from 25 on can make, they are linked, and methods have
 * profiles by which they are compiled sooner.
 *
 * @param file the archive
 * @param java the program that made it; another one cannot read it
 */
record ClassArchive(Path file, Path java) {
  /** How the name of an AOT cache ends. */
  private static final String CACHE_SUFFIX = ".aot";

  /** Of options that begin so, the user's alone count: the JVM does not take both. */
  private static final List<String> USERS_OWN =
      List.of("-Xshare", "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit", "-XX:AOT");

  /**
   * With options that begin so a JVM cannot use an AOT cache, and would do without the JDK's own
   * archive, too; or they lead to a file in which such options may stand.
   */
  private static final List<String> NOT_WITH_A_CACHE =
      List.of(
          "--add-",
          "--limit-modules",
          "--patch-module",
          "--upgrade-module-path",
          "--enable-native-access",
          "-javaagent",
          "-agent",
          "-Xrun",
          "-XX:+UseZGC",
          "-XX:-UseCompressed",
          "-XX:+UseCompactObjectHeaders",
          "@",
          "-XX:Flags",
          "-XX:VMOptionsFile");

  /** A JVM that cannot use the archive, for its heap's layout for instance, would say so. */
  private static final String QUIET = "-Xlog:cds*=off";

  private static final String QUIET_CACHE = "-Xlog:aot*=off,cds*=off";

  /**
   * The JVM options with which a rank uses it.
   *
   * @param program the rank's program, or null if it was not found
   * @param options the options that the user has given
   * @return none if that JVM cannot use it
   */
  List<String> options(Path program, List<String> options) {
    if (beginsWithOneOf(options, USERS_OWN) || !isSameFile(program)) {
      return List.of();
    }
    if (!file.toString().endsWith(CACHE_SUFFIX)) {
      return List.of(QUIET, "-XX:SharedArchiveFile=" + file);
    }
    return beginsWithOneOf(options, NOT_WITH_A_CACHE)
        ? List.of()
        : List.of(QUIET_CACHE, "-XX:AOTCache=" + file);
  }

  private static boolean beginsWithOneOf(List<String> options, List<String> beginnings) {
    for (String option : options) {
      for (String beginning : beginnings) {
        if (option.startsWith(beginning)) {
          return true;
        }
      }
    }
    return false;
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
