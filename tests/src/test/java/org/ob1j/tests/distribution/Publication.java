package org.ob1j.tests.distribution;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A Maven repository with ob1j's artefacts as they are published: built with the profile {@code
 * release} in a copy of the sources, so that the jars under the tests stay as they are. The copy
 * has the class files, too, which are not older than their sources: nothing is compiled again.
 *
 * @param repository a local repository: ob1j's artefacts are its own, all else is the user's
 */
record Publication(Path repository) {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));
  private static final Path USERS_REPOSITORY = Path.of(System.getProperty("ob1j.localRepository"));
  private static final Set<String> NOT_SOURCES = Set.of(".git", "bench-results", "build-cmake");
  private static final Set<String> COMPILED = Set.of("classes", "test-classes");

  /** Builds and installs into a repository in a folder. */
  static Publication installInto(Path folder) throws IOException {
    Path sources = folder.resolve("sources");
    copySources(ROOT, sources);
    Publication publication = new Publication(folder.resolve("repository"));
    link(USERS_REPOSITORY, publication.repository, "org");
    link(USERS_REPOSITORY.resolve("org"), publication.repository.resolve("org"), "ob1j");
    Command.of("mvn")
        .words(publication.mavenOptions())
        .words(List.of("-Prelease", "-DskipTests", "-Dcheckstyle.skip", "-Dspotless.check.skip"))
        // Else it compiles all in a folder that it does not know.
        .words(List.of("-Dmaven.compiler.useIncrementalCompilation=false"))
        // The others are not published.
        .words(List.of("-T2", "-pl", "!osu-java,!examples,!distribution,!tests", "install"))
        .in(sources)
        .limitSeconds(300)
        .run()
        .successful();
    return publication;
  }

  /** With these Maven finds the artefacts. */
  List<String> mavenOptions() {
    return List.of("-B", "-ntp", "-q", "-Dmaven.repo.local=" + repository);
  }

  /** Makes a folder that has, as links, everything of another but one. */
  private static void link(Path from, Path to, String but) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(path -> !path.endsWith(but)).toList()) {
        Files.createSymbolicLink(to.resolve(file.getFileName()), file);
      }
    }
  }

  /** The files of an artefact, with {@code VERSION} for its version. */
  List<String> files(String artefact) throws IOException {
    try (Stream<Path> files = Files.walk(repository.resolve("org/ob1j").resolve(artefact))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".jar") || name.endsWith(".pom"))
          .map(name -> name.replaceFirst("-\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?", "-VERSION"))
          .sorted()
          .toList();
    }
  }

  /** The names of all artefacts. */
  List<String> artefacts() throws IOException {
    try (Stream<Path> folders = Files.list(repository.resolve("org/ob1j"))) {
      return folders
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /** The pom of an artefact. */
  String pom(String artefact) throws IOException {
    try (Stream<Path> files = Files.walk(repository.resolve("org/ob1j").resolve(artefact))) {
      return Files.readString(
          files.filter(file -> file.toString().endsWith(".pom")).findFirst().orElseThrow());
    }
  }

  private static void copySources(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            String name = folder.getFileName().toString();
            if (NOT_SOURCES.contains(name) || isInTarget(folder) && !COMPILED.contains(name)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            // In a worktree .git is a file.
            if (!NOT_SOURCES.contains(file.getFileName().toString()) && !isInTarget(file)) {
              Files.copy(
                  file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static boolean isInTarget(Path path) {
    return path.getParent().endsWith("target");
  }
}
