package org.ob1j.tests.jobs.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

class LongMessagesTest {
  private static final boolean FULL = System.getProperty("ob1j.soak.seconds") != null;
  private static final long NEEDED_KIB = 7L << 20;
  private static final long CREDIT_BYTES = 8L << 20;
  private static final Pattern UNEXPECTED = Pattern.compile("unexpected payload bytes (\\d+)");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldMoveAPostedArrayOfMoreThanTwoGibibytesWhole(String transport) throws IOException {
    // Each takes half a minute.
    assumeTrue(FULL || transport.equals("sm"), "TCP's turn comes with ./check --full");
    long availableKib = availableKib();
    assumeTrue(
        availableKib >= NEEDED_KIB,
        "two arrays of 2.4 GB need " + NEEDED_KIB + " KiB of memory; free are " + availableKib);

    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", transport, MpirunJob.java(), "-Xmx2600m")
            .words("-cp", MpirunJob.testClasses(), RankProgram.class.getName(), "long-array")
            .timeLimit(Duration.ofMinutes(5))
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all 300000000 elements\n");
  }

  private static long availableKib() throws IOException {
    return Files.readAllLines(Path.of("/proc/meminfo")).stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldKeepUnreceivedMessagesWithinTheLimitAndReceiveTheLastFirst(String transport)
      throws IOException {
    Path goOn = folder.resolve("go-on");
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "--mca", "btl", transport)
            .program(RankProgram.class, "unreceived", goOn.toString())
            .timeLimit(Duration.ofMinutes(4))
            .start();
    job.awaitStdout("the last has come first");

    job.signal("USR1");

    // Only rank 1 has a peer 0: its report has been made once this is there.
    job.awaitStderr("rank 0 by ");
    Files.createFile(goOn);
    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).endsWith("all have come\n");
    assertThat(mostUnexpectedBytes(result.stderr())).isBetween(1L, CREDIT_BYTES);
  }

  private static long mostUnexpectedBytes(String report) {
    Matcher figure = UNEXPECTED.matcher(report);
    long most = 0;
    while (figure.find()) {
      most = Math.max(most, Long.parseLong(figure.group(1)));
    }
    return most;
  }
}
