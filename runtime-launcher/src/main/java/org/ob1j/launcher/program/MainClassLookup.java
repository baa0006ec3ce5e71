package org.ob1j.launcher.program;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
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
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * Looks for the main class of a {@code java} command as its JVM is going to, so that a wrong name
 * is reported once and before anything starts, not by every rank. Where it cannot know, because an
 * option lets classes come from somewhere else, it leaves the answer to the JVM.
 *
 * @param library ob1j's jars
 * @param workingDirectory what relative paths in the command are relative to
 * @param environment the variables that the command gets
 */
public record MainClassLookup(
    Library library, Path workingDirectory, Map<String, String> environment) {
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
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "-m",
          "--module",
          "-jar",
          "-fullversion",
          "--full-version",
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
  private static final Set<String> WHOLE_WORDS =
      Set.of("-X", "-h", "-?", "-d", "-cp", "-p", "-m", "-jar");

  /**
   * The JDK has programs in packages that begin so; the ranks' JDK may be another than mpirun's.
   */
  private static final List<String> JDK_PREFIXES =
      List.of("java/", "javax/", "jdk/", "sun/", "com/sun/");

  /** In a jar for several versions of Java, where the classes of a version are, from 9 on. */
  private static final String VERSIONS = "META-INF/versions/";

  private static final int NEWEST_VERSION = 99;

  private static final List<String> OPTION_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /**
   * Makes sure that the main class is there.
   *
   * @param command as a rank runs it
   * @throws LaunchException with the exit code that java has for it
   */
  public void require(List<String> command) throws LaunchException {
    boolean isExpressible =
        NativeText.areExpressible(command)
            && NativeText.isExpressible(NativeText.text(workingDirectory));
    // Names that this JVM cannot express the ranks' may.
    if (!isExpressible || !JavaCommand.isJava(command.get(0))) {
      return;
    }
    JavaArguments arguments = JavaArguments.parse(command.subList(1, command.size()));
    try {
      if (!isInSight(arguments.options()) || isScript(command.get(0))) {
        return;
      }
      if (arguments.jar() != null) {
        requireJar(arguments.jar());
      } else if (startsClass(arguments)) {
        requireClass(arguments.rest().get(0), arguments.classPath());
      }
    } catch (InvalidPathException | UncheckedIOException unreadable) {
      // Folders that this JVM cannot list the ranks' may.
      return;
    }
  }

  private static boolean startsClass(JavaArguments arguments) {
    return arguments.module() == null
        && arguments.modulePath() == null
        && arguments.classPath() != null
        && !arguments.rest().isEmpty()
        && !arguments.rest().get(0).endsWith(".java");
  }

  private boolean isInSight(List<String> options) {
    List<String> all = new ArrayList<>(options);
    for (String variable : OPTION_VARIABLES) {
      String words = environment.getOrDefault(variable, "").trim();
      if (words.contains("'") || words.contains("\"")) {
        return false;
      }
      if (!words.isEmpty()) {
        all.addAll(List.of(words.split("\\s+")));
      }
    }
    for (String option : all) {
      if (isOutOfSight(option)) {
        return false;
      }
    }
    return true;
  }

  /** A script may add options of its own. */
  private boolean isScript(String java) {
    Path program = ProgramLookup.find(java, environment.get("PATH"), workingDirectory);
    try (InputStream file = program == null ? null : Files.newInputStream(program)) {
      return file != null && file.read() == '#' && file.read() == '!';
    } catch (IOException unreadable) {
      return true;
    }
  }

  private static boolean isOutOfSight(String option) {
    for (String word : OUT_OF_SIGHT) {
      if (WHOLE_WORDS.contains(word) ? option.equals(word) : option.startsWith(word)) {
        return true;
      }
    }
    return false;
  }

  private void requireJar(String jar) throws LaunchException {
    if (jar.startsWith("@")) {
      return;
    }
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
    if (isOfTheJdk(resource) || isInClassPath(resource, entries)) {
      return;
    }
    List<String> users =
        entries.stream().filter(entry -> !library.classPath().contains(entry)).toList();
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

  private static boolean isOfTheJdk(String resource) {
    for (String prefix : JDK_PREFIXES) {
      if (resource.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInClassPath(String resource, List<String> classPath) {
    List<String> entries = new ArrayList<>(classPath);
    // ob1j's jars come first, but the program is most likely in the last entry.
    Collections.reverse(entries);
    Deque<Path> ahead = new ArrayDeque<>();
    for (String entry : entries) {
      ahead.addAll(paths(entry));
    }
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
        return List.of(workingDirectory.resolve(entry));
      }
      Path folder = workingDirectory.resolve(entry.substring(0, entry.length() - 1));
      try (Stream<Path> files = Files.list(folder)) {
        return files.filter(file -> file.toString().matches(".*\\.(jar|JAR)")).toList();
      }
    } catch (IOException | InvalidPathException skippedByTheJvm) {
      return List.of();
    }
  }

  /** Also adds what the jar's manifest says to look at. */
  private static boolean isInJar(String resource, Path path, Deque<Path> ahead) {
    try (JarFile jar = new JarFile(path.toFile())) {
      if (contains(jar, resource)) {
        return true;
      }
      Manifest manifest = jar.getManifest();
      String classPath =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (classPath != null) {
        for (String url : classPath.trim().split("\\s+")) {
          addFollower(path, url, ahead);
        }
      }
      return false;
    } catch (IOException skippedByTheJvm) {
      return false;
    }
  }

  private static boolean contains(JarFile jar, String resource) {
    boolean found = jar.getEntry(resource) != null;
    for (int version = 9; !found && jar.isMultiRelease() && version <= NEWEST_VERSION; version++) {
      found = jar.getEntry(VERSIONS + version + "/" + resource) != null;
    }
    return found;
  }

  private static void addFollower(Path jar, String url, Deque<Path> ahead) {
    try {
      URI target = jar.toUri().resolve(url);
      if ("file".equals(target.getScheme())) {
        ahead.addLast(Path.of(target));
      }
    } catch (IllegalArgumentException | FileSystemNotFoundException skippedByTheJvm) {
      return;
    }
  }

  private static String attribute(Path path, Attributes.Name name) throws IOException {
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? null : manifest.getMainAttributes().getValue(name);
    }
  }
}
