package org.ob1j.tests.openmpi;

import static java.util.stream.Collectors.joining;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ob1j.tests.harness.MpirunJob;

/**
 * Open MPI with its Java bindings, as {@code osu-java/reference} has prepared it, and the programs
 * in {@code src/test/openmpi}, which are compiled against its classes and never against ob1j's.
 */
final class OpenMpi {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));
  private static final Path REFERENCE = ROOT.resolve("osu-java/target/reference");
  private static final Path SOURCES = Path.of("src", "test", "openmpi").toAbsolutePath();
  private static final Path TARGET = Path.of("target", "openmpi").toAbsolutePath();
  private static final int LIMIT_SECONDS = 60;

  private OpenMpi() {}

  /** Classes of the bindings. */
  record Bindings(String version, Path classes) {
    /** Those of the Open MPI 4.1 that is installed here. */
    static Optional<Bindings> installed() {
      return in(REFERENCE.resolve("classes"))
          .filter(bindings -> bindings.version().startsWith("4.1."))
          .filter(bindings -> Files.exists(environmentFile()));
    }

    /** Those of 5.0, which are there to compile against. */
    static Optional<Bindings> of50() {
      return in(REFERENCE.resolve("classes-5.0"));
    }

    private static Optional<Bindings> in(Path classes) {
      String[] stamps = classes.toFile().list((folder, name) -> name.startsWith("openmpi-"));
      return Stream.of(stamps == null ? new String[0] : stamps)
          .map(stamp -> new Bindings(stamp.substring("openmpi-".length()), classes))
          .findFirst();
    }

    /** Compiles the programs, and returns the folder with their class files. */
    Path compilePrograms() throws IOException {
      Path folder = TARGET.resolve("classes-" + version);
      Files.createDirectories(folder);
      List<String> words =
          new ArrayList<>(
              List.of(
                  Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                  "--release",
                  "17",
                  "-Xlint:all",
                  "-Werror",
                  "-cp",
                  classes.toString(),
                  "-d",
                  folder.toString()));
      sources().forEach(source -> words.add(source.toString()));
      output(words, Map.of());
      return folder;
    }
  }

  private static Path environmentFile() {
    return REFERENCE.resolve("environment");
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /**
   * What a program prints on the installed Open MPI. That does not depend on the JDK of the tests:
   * it is kept until a program changes.
   */
  static String outputOf(String program, int ranks, Bindings installed, Path classes)
      throws IOException {
    Path kept = TARGET.resolve("output-" + program + "-" + fingerprint(installed));
    if (!Files.exists(kept)) {
      String output = run(program, ranks, installed, classes);
      Path unfinished = Files.createTempFile(TARGET, program, null);
      Files.writeString(unfinished, output);
      Files.move(unfinished, kept);
    }
    return Files.readString(kept);
  }

  private static String run(String program, int ranks, Bindings installed, Path classes)
      throws IOException {
    Map<String, String> variables = new TreeMap<>();
    for (String line : Files.readAllLines(environmentFile())) {
      String[] parts = line.split("=", 2);
      variables.put(parts[0], parts[1]);
    }
    return output(
        List.of(
            variables.get("MPIRUN"),
            "--allow-run-as-root",
            "--oversubscribe",
            "-n",
            String.valueOf(ranks),
            MpirunJob.java(),
            "-Djava.library.path=" + variables.get("LIBRARY_PATH"),
            "-cp",
            classes + File.pathSeparator + installed.classes(),
            program),
        // Its classes load the library by this, too.
        Map.of("LD_LIBRARY_PATH", variables.get("LIBRARY_PATH")));
  }

  private static String fingerprint(Bindings installed) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(installed.version().getBytes(StandardCharsets.UTF_8));
      for (Path source : sources()) {
        digest.update(Files.readAllBytes(source));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 8);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The standard output of a command that must succeed. */
  private static String output(List<String> words, Map<String, String> environment)
      throws IOException {
    Path output = Files.createTempFile("ob1j-openmpi", ".out");
    Path errors = Files.createTempFile("ob1j-openmpi", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("OMPI_"));
      builder.environment().putAll(environment);
      Process process = builder.start();
      boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroy();
      }
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(
            words.stream().collect(joining(" "))
                + (ended ? " failed with " + process.exitValue() : " has not ended in time")
                + ":\n"
                + Files.readString(output)
                + Files.readString(errors));
      }
      return Files.readString(output);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }
}
