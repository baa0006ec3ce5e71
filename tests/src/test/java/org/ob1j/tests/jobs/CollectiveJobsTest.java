package org.ob1j.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.launcher.MpirunJob;

class CollectiveJobsTest {
  @ParameterizedTest
  @CsvSource({"2, sm", "3, sm", "4, sm", "7, sm", "2, tcp", "3, tcp", "4, tcp", "7, tcp"})
  void shouldCarryOutEveryCollective(String ranks, String transport) {
    MpirunJob.Result result =
        MpirunJob.of("-n", ranks, "--oversubscribe", "--mca", "btl", transport + ",self")
            .program(CollectiveProgram.class)
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all collectives of " + ranks + "\n");
  }
}
