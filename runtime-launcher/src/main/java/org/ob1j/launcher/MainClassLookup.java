package org.ob1j.launcher;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * Looks for the main class of a {@code java} command as its JVM is going to, so that a wrong name
 * is reported once and before anything starts, not by every rank. Where it cannot know, because an
 * option lets classes come from somewhere else, it leaves the answer to the JVM.
 *
 * @param library ob1j's jars
 * @param workingDirectory what relative paths in the command are relative to
 * @param environment the variables that the command gets
 */
record MainClassLookup(Library library, Path workingDirectory, Map<String, String> environment) {
  /**
   * With options that begin so, classes may come from elsewhere, or none is going to be started.
   */
  private static final List<String> OUT_OF_SIGHT =
      List.of(
          "@",
          "-agent",
          "-javaagent",
          "-Xbootclasspath",
          "-Djava.class.path",
          "-Djava.system.class.loader",
          "-XX:Flags=",
          "-XX:VMOptionsFile=",
          "--patch-module",
          "--source",
          "-cp",
          "-classpath",
          "--class-path",
          "-version",
          "--version",
          "-help",
          "--help",
          "-h",
          "-?",
          "-X",
          "--list-modules",
          "-d",
          "--describe-module");

  /** Of these, {@code -X} alone asks for help; what begins with it are options of any kind. */
  private static final Set<String> WHOLE_WORDS = Set.of("-X", "-h", "-?", "-d", "-cp");

  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Makes sure that the main class is there.
   *
   * @param command as a rank runs it
   * @throws LaunchException with the exit code that java has for it
   */
  void require(List<String> command) throws LaunchException {
    if (!JavaCommand.isJava(command.get(0))) {
      return;
    }
    JavaArguments arguments = JavaArguments.parse(command.subList(1, command.size()));
    if (arguments.jar() != null) {
      requireJar(arguments.jar());
      return;
    }
    boolean startsClass =
        arguments.module() == null
            && arguments.modulePath() == null
            && arguments.classPath() != null
            && !arguments.rest().isEmpty()
            && !arguments.rest().get(0).endsWith(".java");
    if (startsClass && isInSight(arguments.options())) {
      requireClass(arguments.rest().get(0), arguments.classPath());
    }
  }

  private boolean isInSight(List<String> options) {
    List<String> all = new ArrayList<>(options);
    for (String variable : OPTION_VARIABLES) {
      all.addAll(List.of(environment.getOrDefault(variable, "").trim().split("\\s+")));
    }
    return all.stream().noneMatch(MainClassLookup::isOutOfSight);
  }

  private static boolean isOutOfSight(String option) {
    return OUT_OF_SIGHT.stream()
        .anyMatch(o -> WHOLE_WORDS.contains(o) ? option.equals(o) : option.startsWith(o));
  }

  private void requireJar(String jar) throws LaunchException {
    Path path = workingDirectory.resolve(jar);
    if (!Files.isReadable(path)) {
      throw new LaunchException(
          ExitCodes.FAILURE,
          "there is no jar '" + jar + "' that can be read (looked from " + workingDirectory + ")");
    }
    String mainClass;
    try {
      mainClass = attribute(path, Attributes.Name.MAIN_CLASS);
    } catch (IOException noJar) {
      throw new LaunchException(
          ExitCodes.FAILURE, "'" + jar + "' is no jar: " + noJar.getMessage());
    }
    if (mainClass == null) {
      throw new LaunchException(
          ExitCodes.FAILURE,
          "jar '"
              + jar
              + "' names no Main-Class in its manifest; start one of its classes with java -cp "
              + jar
              + " CLASS");
    }
  }

  private void requireClass(String name, String classPath) throws LaunchException {
    String resource = name.replace('.', '/') + ".class";
    List<String> entries = List.of(classPath.split(File.pathSeparator, -1));
    if (isInClassPath(resource, entries)
        || ClassLoader.getPlatformClassLoader().getResource(resource) != null) {
      return;
    }
    List<String> users = entries.stream().filter(entry -> !library.jars().contains(entry)).toList();
    String advice = "compile it, or name its folder or jar with -cp";
    if (name.endsWith(".class")) {
      advice =
          "java takes the name of a class, "
              + name.substring(0, name.length() - ".class".length()).replace('/', '.')
              + ", not that of its file";
    }
    throw new LaunchException(
        ExitCodes.FAILURE,
        "there is no class '"
            + name
            + "' in the class path "
            + String.join(File.pathSeparator, users)
            + " (looked from "
            + workingDirectory
            + "); "
            + advice);
  }

  private boolean isInClassPath(String resource, List<String> classPath) {
    List<String> entries = new ArrayList<>(classPath);
    // ob1j's jars come first, but the program is most likely in the last entry.
    Collections.reverse(entries);
    Deque<Path> ahead = new ArrayDeque<>();
    entries.forEach(entry -> ahead.addAll(paths(entry)));
    Set<Path> seen = new HashSet<>();
    while (!ahead.isEmpty()) {
      Path path = ahead.removeFirst();
      if (!seen.add(path)) {
        continue;
      }
      if (Files.isDirectory(path)
          ? Files.exists(path.resolve(resource))
          : isInJar(resource, path, ahead)) {
        return true;
      }
    }
    return false;
  }

  /** An entry as the JVM takes it: nothing is the current folder, a star all jars of a folder. */
  private List<Path> paths(String entry) {
    try {
      if (!entry.equals("*") && !entry.endsWith("/*")) {
        return List.of(workingDirectory.resolve(entry).normalize());
      }
      Path folder = workingDirectory.resolve(entry.substring(0, entry.length() - 1)).normalize();
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().matches(".*\\.(jar|JAR)")).toList();
      }
    } catch (IOException | InvalidPathException skippedByTheJvm) {
      return List.of();
    }
  }

  /** Also adds what the jar's manifest says to look at. */
  private static boolean isInJar(String resource, Path path, Deque<Path> ahead) {
    try (JarFile jar = new JarFile(path.toFile(), false, ZipFile.OPEN_READ, Runtime.version())) {
      Manifest manifest = jar.getManifest();
      String classPath =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (classPath != null) {
        for (String url : classPath.trim().split("\\s+")) {
          URI target = path.toUri().resolve(url);
          if ("file".equals(target.getScheme())) {
            ahead.addLast(Path.of(target));
          }
        }
      }
      return jar.getEntry(resource) != null;
    } catch (IOException | IllegalArgumentException skippedByTheJvm) {
      return false;
    }
  }

  private static String attribute(Path path, Attributes.Name name) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? null : manifest.getMainAttributes().getValue(name);
    }
  }
}
