package org.ob1j.tests.jobs.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.Half;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.UcxOnThisHost;

class CollectiveJobsTest {
  static Stream<Integer> fewRanks() {
    return Half.of(List.of(2, 3, 7, 4));
  }

  static Stream<Integer> threeOrFour() {
    return Half.of(List.of(3, 4));
  }

  static Stream<Integer> twoOrFive() {
    return Half.of(List.of(5, 2));
  }

  @ParameterizedTest
  @MethodSource("fewRanks")
  void shouldCarryOutEveryCollectiveOverSharedMemory(int ranks) {
    run(ranks, "btl", "sm");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one thread", "threads"})
  void shouldWakeRanksThatHaveWaitedForALateOne(String how) {
    MpirunJob.Result result = MpirunJob.of("-n", "5").program(LateRanks.class, how).run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).contains("all met");
  }

  @Test
  void shouldLetMessagesGoOnAtARankThatNeverWaitsInACollective() {
    MpirunJob.Result result = MpirunJob.of("-n", "3").program(ProgressInCollectives.class).run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).contains("last byte 1");
  }

  @ParameterizedTest
  @MethodSource("fewRanks")
  void shouldCarryOutEveryCollectiveOverTcp(int ranks) {
    run(ranks, "btl", "tcp");
  }

  @ParameterizedTest
  @MethodSource("twoOrFive")
  void shouldCarryOutEveryCollectiveOverSharedMemoryAndTcpTogether(int ranks) {
    run(ranks, "btl", "sm,tcp", "btl_tcp_exclusivity", "65536");
  }

  @ParameterizedTest
  @MethodSource("threeOrFour")
  void shouldCarryOutEveryCollectiveOverUcx(int ranks) {
    assumeTrue(UcxOnThisHost.isUsable(), "UCX cannot be used here");
    run(ranks, "btl", "ucx", "btl_ucx_tls", "posix,self");
  }

  /** Each rank is told that it is one of two on a host. */
  @ParameterizedTest
  @CsvSource({"4, 0-1*2, OB1J_RANK % 2", "6, (0-2)*2, OB1J_RANK / 3"})
  void shouldCarryOutEveryCollectiveWithinHostsFirst(int ranks, String nodes, String localRank) {
    String script =
        "OB1J_NODES='"
            + nodes
            + "' OB1J_LOCAL_SIZE=2 OB1J_LOCAL_RANK=$(("
            + localRank
            + ")); OMPI_COMM_WORLD_LOCAL_SIZE=2 OMPI_COMM_WORLD_NODE_RANK=$OB1J_LOCAL_RANK; exec java"
            + " -cp '"
            + MpirunJob.testClasses()
            + "' "
            + CollectiveProgram.class.getName();
    requireAll(ranks, job(ranks, "btl", "sm").shell(script).run());
  }

  static void run(int ranks, String... namesAndValues) {
    requireAll(ranks, job(ranks, namesAndValues).program(CollectiveProgram.class).run());
  }

  static MpirunJob job(int ranks, String... namesAndValues) {
    MpirunJob job = MpirunJob.of("-n", String.valueOf(ranks), "--oversubscribe");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      job.words("--mca", namesAndValues[i], namesAndValues[i + 1]);
    }
    return job;
  }

  private static void requireAll(int ranks, MpirunJob.Result result) {
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("all collectives of " + ranks + "\n");
  }
}
