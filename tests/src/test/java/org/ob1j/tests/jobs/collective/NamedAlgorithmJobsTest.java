package org.ob1j.tests.jobs.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.MpirunJob;

class NamedAlgorithmJobsTest {
  /** What is named here is not what the tables say for four ranks. */
  @Test
  void shouldCarryOutEveryCollectiveByTheAlgorithmsThatAreNamed() {
    String[] named = {
      "coll_allgather_algorithm", "ring",
      "coll_allgatherv_algorithm", "ring",
      "coll_allreduce_algorithm", "ring",
      "coll_alltoall_algorithm", "pairwise",
      "coll_barrier_algorithm", "dissemination",
      "coll_bcast_algorithm", "chain",
      "coll_gather_algorithm", "linear",
      "coll_reduce_algorithm", "hierarchical",
      "coll_reduce_scatter_algorithm", "pairwise",
      "coll_scatter_algorithm", "linear",
    };
    CollectiveJobsTest.run(4, named);
  }

  @Test
  void shouldNameTheAlgorithmsThatThereAre() {
    MpirunJob.Result result =
        CollectiveJobsTest.job(2, "coll_bcast_algorithm", "fast")
            .program(CollectiveProgram.class)
            .run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.stderr())
        .contains(
            "coll_bcast_algorithm is 'fast'; it must be one of: auto, binomial, chain,"
                + " hierarchical");
  }

  /** They would wait for each other. */
  @ParameterizedTest
  @CsvSource({
    "ring, linear, rank [01] has coll_allreduce_algorithm = \\w+",
    "ring, auto, rank 0 has coll_allreduce_algorithm = ring",
    "auto, ring, rank 1 has coll_allreduce_algorithm = ring",
  })
  void shouldRefuseDifferentAlgorithmsOfRanks(String first, String second, String message) {
    MpirunJob.Result result =
        CollectiveJobsTest.job(1, "coll_allreduce_algorithm", first)
            .program(CollectiveProgram.class)
            .words(":", "-n", "1", "--mca", "coll_allreduce_algorithm", second)
            .program(CollectiveProgram.class)
            .run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.stderr())
        .containsPattern(
            message + ", and rank [01] coll_allreduce_algorithm = \\w+; all ranks must");
  }
}
