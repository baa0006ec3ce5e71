package org.ob1j.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.launcher.MpirunJob;

class ThreadJobsTest {
  @ParameterizedTest
  @CsvSource({"1, sm, 0", "2, sm, 0", "2, tcp, 0", "3, sm, 1", "2, tcp, 1"})
  void shouldServeThreadsThatUseMpiAtOnce(String ranks, String transport, String asynchronous) {
    MpirunJob.Result result =
        MpirunJob.of("-n", ranks, "--oversubscribe", "--mca", "btl", transport + ",self")
            .words("--mca", "mpi_async_progress", asynchronous)
            .program(ThreadProgram.class, "4", "50")
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all threads of " + ranks + "\n");
    assertThat(result.stderr()).isEmpty();
  }
}
