package org.ob1j.tests.harness;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that runs, on a host of {@link TestHosts} for instance. */
public final class HostCommand {
  /** What came out of it. */
  public record Result(int exitCode, String stdout, String stderr) {}

  private final String command;
  private final Process process;
  private final Path stdout;
  private final Path stderr;

  private HostCommand(String command, Process process, Path stdout, Path stderr) {
    this.command = command;
    this.process = process;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  /** Starts a command, with more variables than this JVM has. */
  static HostCommand start(Map<String, String> variables, String... words) {
    try {
      // Files, not pipes: what a command leaves behind must not keep the test waiting.
      Path stdout = Files.createTempFile("ob1j", "stdout");
      Path stderr = Files.createTempFile("ob1j", "stderr");
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile());
      builder.environment().putAll(variables);
      return new HostCommand(String.join(" ", words), builder.start(), stdout, stderr);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** Kills it, if it still runs, on whatever host. */
  public void kill() {
    process.destroyForcibly();
    try {
      Files.deleteIfExists(stdout);
      Files.deleteIfExists(stderr);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Waits for its end; fails with all output if it takes longer, and kills it. */
  public Result await(Duration limit) {
    try {
      boolean ended = process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
      Result result =
          new Result(
              ended ? process.exitValue() : -1, Files.readString(stdout), Files.readString(stderr));
      if (!ended) {
        throw new AssertionError(command + " has not ended in " + limit + ": " + result);
      }
      return result;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    } finally {
      kill();
    }
  }
}
