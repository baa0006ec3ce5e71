package org.ob1j.tests.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A command with a time limit, run with the tests' JDK and without ob1j's own variables. */
final class Command {
  /** What came out of a command; output has both streams. */
  record Result(int exitCode, String output) {
    /** The output of a command that must have succeeded. */
    String successful() {
      if (exitCode != 0) {
        throw new AssertionError("exit code " + exitCode + ": " + output);
      }
      return output;
    }
  }

  private final List<String> words;
  private final Map<String, String> environment = new TreeMap<>();
  private Path directory = Path.of("").toAbsolutePath();
  private long limitSeconds = 60;

  private Command(List<String> words) {
    this.words = new ArrayList<>(words);
  }

  static Command of(String... words) {
    return new Command(List.of(words));
  }

  Command words(List<String> more) {
    words.addAll(more);
    return this;
  }

  Command in(Path folder) {
    directory = folder;
    return this;
  }

  Command environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Command limitSeconds(long seconds) {
    limitSeconds = seconds;
    return this;
  }

  /** Runs it to its end; the output goes through a file, so that no child can keep it open. */
  Result run() {
    try {
      Path output = Files.createTempFile("ob1j-command", ".out");
      try {
        return run(output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(String.join(" ", words), failed);
    }
  }

  private Result run(Path output) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder
        .environment()
        .keySet()
        .removeIf(
            name ->
                name.startsWith("OB1J_") || name.startsWith("OMPI_") || name.equals("CLASSPATH"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      throw new AssertionError(
          String.join(" ", words) + " has not ended in time: " + Files.readString(output));
    }
    return new Result(process.exitValue(), Files.readString(output));
  }
}
