package osu.compare.run;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs one command and reads what it wrote. */
public final class Runner implements AutoCloseable {
  private final Path folder;
  private final long limitSeconds;
  private volatile Process running;
  private boolean ending;

  /** The samples and the output of the run of the moment lie in a folder of its own. */
  public Runner(long limitSeconds) throws IOException {
    this.limitSeconds = limitSeconds;
    folder = Files.createTempDirectory("ob1j-bench");
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopForGood, "stop-benchmark"));
  }

  public Path samplesFile() {
    return folder.resolve("samples.csv");
  }

  public Path timeFile() {
    return folder.resolve("time");
  }

  /**
   * Runs the command, which writes {@link #samplesFile}, {@link #timeFile} or both.
   *
   * @throws RunException if it fails, takes too long, or writes neither
   */
  public Run run(List<String> command) throws IOException, InterruptedException, RunException {
    Files.deleteIfExists(samplesFile());
    Files.deleteIfExists(timeFile());
    File output = folder.resolve("output").toFile();
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(output);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
    builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
    start(builder);
    boolean ended = running.waitFor(limitSeconds, TimeUnit.SECONDS);
    stop();
    if (!ended) {
      throw failure("did not end within " + limitSeconds + " s", command, output);
    }
    if (running.exitValue() != 0) {
      throw failure("exit code " + running.exitValue(), command, output);
    }
    boolean sampled = Files.exists(samplesFile());
    boolean timed = Files.exists(timeFile());
    if (!sampled && !timed) {
      throw failure("wrote no samples", command, output);
    }
    return new Run(
        sampled ? Samples.parse(Files.readAllLines(samplesFile())) : List.of(),
        timed ? Run.JobTime.parse(Files.readString(timeFile())) : null);
  }

  /** When this JVM is told to end, the end of one benchmark must not be the start of the next. */
  private synchronized void start(ProcessBuilder builder) throws IOException, RunException {
    if (ending) {
      throw new RunException("the comparison is being ended");
    }
    running = builder.start();
  }

  private void stopForGood() {
    synchronized (this) {
      ending = true;
    }
    stop();
  }

  private static RunException failure(String what, List<String> command, File output)
      throws IOException {
    return new RunException(
        what + "\n" + String.join(" ", command) + "\n" + Files.readString(output.toPath()));
  }

  /** A launcher that is told to end ends its ranks; one that is killed may leave them. */
  private void stop() {
    Process process = running;
    if (process != null && process.isAlive()) {
      process.destroy();
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    for (String name : List.of("samples.csv", "time", "output")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    Files.delete(folder);
  }
}
