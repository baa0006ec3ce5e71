package org.ob1j.tests.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import osu.count.Bytecodes;

class BytecodesTest {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));
  private static final int LIMIT_SECONDS = 120;

  @Test
  void shouldCountTheSameEachTime() throws IOException, InterruptedException {
    assumeThat(Bytecodes.compileAgent(ROOT)).as("there is a C compiler").isNotNull();

    String counts = count();

    assertThat(counts.lines().map(line -> line.split("  +")[0]))
        .contains("call", "send 8 B, array", "recv, unexpected, 8 B, direct")
        .hasSize(1 + 2 * 3 + 1);
    assertThat(counts.lines().skip(1))
        .allMatch(line -> Integer.parseInt(line.substring(32).strip().split(" +")[0]) > 10);
    assertThat(ofMessages(count())).isEqualTo(ofMessages(counts));
  }

  /**
   * The rows of messages without the most of any call, which has what is done at each 128th poll.
   * In which call that falls depends on how often the rank has polled while it waited for the other
   * one. A poll in vain yields, and what it does after a yield depends on whether anybody wanted
   * the core.
   */
  private static String ofMessages(String counts) {
    return counts.replaceAll("(?m) to [0-9]+$", "").replaceAll("(?m)^iProbe, nothing.*$", "");
  }

  private static String count() throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(ROOT.resolve("bench").toString(), "--bytecodes", "8"));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("OB1J_BUILD", "never");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return output;
  }
}
