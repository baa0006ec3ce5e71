package org.ob1j.tests.jobs.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.UcxOnThisHost;

class CollectiveJobsTest {
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldCarryOutEveryCollectiveOverSharedMemory(int ranks) {
    run(ranks, "btl", "sm");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 7})
  void shouldCarryOutEveryCollectiveOverTcp(int ranks) {
    run(ranks, "btl", "tcp");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void shouldCarryOutEveryCollectiveOverSharedMemoryAndTcpTogether(int ranks) {
    run(ranks, "btl", "sm,tcp", "btl_tcp_exclusivity", "65536");
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void shouldCarryOutEveryCollectiveOverUcx(int ranks) {
    assumeTrue(UcxOnThisHost.isUsable(), "UCX cannot be used here");
    run(ranks, "btl", "ucx", "btl_ucx_tls", "posix,self");
  }

  private static void run(int ranks, String... namesAndValues) {
    MpirunJob job = MpirunJob.of("-n", String.valueOf(ranks), "--oversubscribe");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      job.words("--mca", namesAndValues[i], namesAndValues[i + 1]);
    }
    MpirunJob.Result result = job.program(CollectiveProgram.class).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all collectives of " + ranks + "\n");
  }
}
