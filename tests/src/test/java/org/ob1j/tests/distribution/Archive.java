package org.ob1j.tests.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The archive that the build has just made, unpacked. */
record Archive(Path root) {
  private static final Path TARGET =
      Path.of(System.getProperty("ob1j.root"), "distribution", "target");

  /** Unpacks it into an existing folder. */
  static Archive unpackInto(Path folder) throws IOException {
    Command.of("tar", "-xzf", only(TARGET, "ob1j-*.tar.gz").toString(), "-C", folder.toString())
        .run()
        .successful();
    return new Archive(only(folder, "ob1j-*"));
  }

  String program(String name) {
    return root.resolve("bin").resolve(name).toString();
  }

  Path lib() {
    return root.resolve("lib");
  }

  String examples() {
    return root.resolve("examples").resolve("examples.jar").toString();
  }

  private static Path only(Path folder, String glob) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> found =
          files
              .filter(
                  file ->
                      folder
                          .getFileSystem()
                          .getPathMatcher("glob:" + glob)
                          .matches(file.getFileName()))
              .toList();
      if (found.size() != 1) {
        throw new AssertionError("one " + glob + " was expected in " + folder + ": " + found);
      }
      return found.get(0);
    }
  }
}
