package org.ob1j.tests.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short commands that tests need. */
public final class Commands {
  private static final int LIMIT_SECONDS = 60;

  private Commands() {}

  /** True if a command can be started and exits with 0. */
  public static boolean succeeds(List<String> command, String... more) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of(more));
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException noSuchCommand) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /** What a command prints, if it exits with 0; both streams. */
  public static String output(String... words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError(String.join(" ", words) + " failed: " + output);
      }
      return output;
    } catch (IOException | InterruptedException failed) {
      throw new AssertionError(failed);
    }
  }
}
