package org.ob1j.tests.jobs.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.Commands;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

class ProgramsTest {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));

  @Test
  void shouldRunAProgramWithoutMpirunAsOneRank() {
    String output =
        Commands.output(
            MpirunJob.java(),
            "-cp",
            MpirunJob.libraries() + "/*:" + MpirunJob.testClasses(),
            RankProgram.class.getName(),
            "self");

    assertThat(output).isEqualTo("rank 0 of 1\n");
  }

  @Test
  void shouldRunMoreRanksThanCores() {
    MpirunJob.Result result = MpirunJob.of("-n", "8").program(RankProgram.class, "ring").run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("token 400\n");
  }

  @Test
  void shouldEndWithTheErrorClassWhereErrorsAreFatal() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2").program(RankProgram.class, "invalid-rank").run();

    assertThat(result.exitCode()).isEqualTo(6);
    assertThat(result.stdout()).isEmpty();
    assertThat(result.stderr())
        .containsOnlyOnce("MPI_ERR_RANK: invalid rank")
        .containsOnlyOnce("\tat org.ob1j.tests.harness.RankProgram.main(RankProgram.java:")
        .doesNotContain("\tat mpi.");
  }

  @Test
  void shouldEndWithTheCodeWithWhichARankExitsAndNameThatRank() {
    MpirunJob.Result result = MpirunJob.of("-n", "3").program(RankProgram.class, "exit").run();

    assertThat(result.exitCode()).isEqualTo(RankProgram.EXIT_CODE);
    assertThat(result.stderr())
        .matches(
            "mpirun: rank 1 on \\S+ \\(process \\d+\\) ended with exit code 7; the job is ended\n");
  }

  @Test
  void shouldThrowWhereErrorsReturn() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2").program(RankProgram.class, "invalid-rank-caught").run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout().lines())
        .hasSize(2)
        .allMatch(line -> line.startsWith("caught 6 MPI_ERR_RANK: invalid rank"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "4", "7"})
  void shouldCountTheSameWordsOnAnyNumberOfRanks(String ranks) {
    MpirunJob.Result alone = wordCount("1");
    MpirunJob.Result together = wordCount(ranks);

    assertThat(alone.exitCode()).as(alone.stderr()).isZero();
    assertThat(together.exitCode()).as(together.stderr()).isZero();
    assertThat(together.stdout()).isEqualTo(alone.stdout()).hasLineCount(11);
  }

  private static MpirunJob.Result wordCount(String ranks) {
    return MpirunJob.of("-n", ranks, MpirunJob.java(), "-cp")
        .words(ROOT.resolve("examples/target/classes").toString(), "WordCount")
        .words(ROOT.resolve("docs").toString())
        .run();
  }
}
