package org.ob1j.tests.jobs.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.MpirunJob;

/**
 * Whether a rank that waits sleeps, as its report says. What sleeping saves is measured by {@code
 * osu.cost.WakeUp} and in docs/performance-log.md.
 */
class SleepJobsTest {
  /** Many times what a rank waits before it sleeps. */
  private static final double LONG_WAIT_SECONDS = 2;

  private static final Duration LIMIT = Duration.ofSeconds(50);
  private static final Duration BETWEEN_REPORTS = Duration.ofMillis(200);

  private static final Pattern REPORT =
      Pattern.compile(
          "report of rank 1: (?:waits|thread \\S+ waits) in MPI since (\\d+\\.\\d) s for\\n"
              + "(?:.*\\n)*?.*slept (\\d+) times");

  /** What rank 1 has said of itself last. */
  private record Report(double waitedSeconds, long sleeps) {}

  @TempDir private Path folder;

  private Path go() {
    return folder.resolve("go");
  }

  private MpirunJob.Running start(String transport, String level, List<String> parameters) {
    return MpirunJob.of("-n", "2", "--mca", "btl", transport)
        .words(parameters.toArray(new String[0]))
        .program(SleepProgram.class, go().toString(), level)
        .start();
  }

  /** Asks for reports until rank 1 has slept or waited for long. */
  private static Report awaitSleepOrLongWait(MpirunJob.Running job) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    // mpirun is there to answer then.
    job.awaitStdout("is about to receive\n");
    Report last = new Report(0, 0);
    while (last.sleeps == 0 && last.waitedSeconds < LONG_WAIT_SECONDS) {
      assertThat(System.nanoTime()).as("last: %s%n%s", last, job.stderr()).isLessThan(deadline);
      job.signal("USR1");
      LockSupport.parkNanos(BETWEEN_REPORTS.toNanos());
      Matcher report = REPORT.matcher(job.stderr());
      while (report.find()) {
        last = new Report(Double.parseDouble(report.group(1)), Long.parseLong(report.group(2)));
      }
    }
    return last;
  }

  private void end(MpirunJob.Running job) throws IOException {
    Files.createFile(go());
    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).endsWith("received 7\n");
  }

  @ParameterizedTest
  @CsvSource({
    "sm, single, 0",
    "tcp, single, 0",
    "sm, multiple, 0",
    "tcp, multiple, 0",
    "sm, single, 1",
    "tcp, multiple, 1"
  })
  void shouldSleepWhileNothingComes(String transport, String level, String asynchronous)
      throws IOException {
    MpirunJob.Running job =
        start(transport, level, List.of("--mca", "mpi_async_progress", asynchronous));
    assertThat(awaitSleepOrLongWait(job).sleeps).isPositive();
    end(job);
  }

  @ParameterizedTest
  @CsvSource({"sm, single", "tcp, single", "sm, multiple", "tcp, multiple"})
  void shouldNeverSleepIfItMustNot(String transport, String level) throws IOException {
    MpirunJob.Running job = start(transport, level, List.of("--mca", "pml_ob1j_sleep_after", "-2"));
    Report report = awaitSleepOrLongWait(job);
    assertThat(report.waitedSeconds).isGreaterThanOrEqualTo(LONG_WAIT_SECONDS);
    assertThat(report.sleeps).isZero();
    end(job);
  }
}
