package org.ob1j.tests.jobs.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

class ThreadJobsTest {
  @ParameterizedTest
  @CsvSource({"1, sm, 0", "2, sm, 0", "2, tcp, 0", "3, sm, 1", "2, tcp, 1"})
  void shouldServeThreadsThatUseMpiAtOnce(String ranks, String transport, String asynchronous) {
    MpirunJob.Result result =
        MpirunJob.of("-n", ranks, "--oversubscribe", "--mca", "btl", transport + ",self")
            .words("--mca", "mpi_async_progress", asynchronous)
            .program(ThreadProgram.class, "4", "20")
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all threads of " + ranks + "\n");
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sm", "tcp"})
  void shouldGetOnWhileARankComputes(String transport, @TempDir Path folder) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", transport + ",self")
            .words("--mca", "mpi_async_progress", "1")
            .program(AsynchronousProgram.class, folder.toString())
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).isEmpty();
  }
}
