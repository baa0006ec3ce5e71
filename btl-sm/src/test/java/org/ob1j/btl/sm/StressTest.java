package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What two processes do at once without a lock, tried by jcstress: in a JVM of its own, as it
 * starts more. With {@code -Dob1j.cover.full=true} in all ways to compile and place the two sides,
 * for minutes; otherwise in one way each.
 */
class StressTest {
  private static final boolean FULL = Boolean.getBoolean("ob1j.cover.full");
  private static final List<String> SHORT =
      List.of("-iters", "1", "-time", "300", "-sc", "false", "-af", "NONE");
  private static final List<String> LONG = List.of("-iters", "3", "-time", "500");

  /** States are large, for jcstress: few at a time. */
  private static final List<String> STRIDES = List.of("-strideSize", "16", "-strideCount", "8");

  /** All ways take 13 minutes on two cores that do nothing else. */
  private static final long LIMIT_SECONDS = 2_400;

  @TempDir private Path folder;

  @Test
  void shouldShowNothingThatTheProtocolsForbid() throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process jcstress =
        new ProcessBuilder(command())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = jcstress.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
      String said = Files.readString(output);
      assertThat(ended).as(said).isTrue();
      assertThat(jcstress.exitValue()).as(said).isZero();
      assertThat(said).contains("All remaining tests: 7 matching test results");
    } finally {
      jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
      jcstress.destroyForcibly();
    }
  }

  private static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of("org.openjdk.jcstress.Main", "-t", "org.ob1j", "-f", "1"));
    command.addAll(STRIDES);
    command.addAll(FULL ? LONG : SHORT);
    if (!FULL) {
      command.addAll(List.of("-fsm", "1", "-jvmArgs", "-XX:+UseSerialGC"));
    }
    return command;
  }
}
