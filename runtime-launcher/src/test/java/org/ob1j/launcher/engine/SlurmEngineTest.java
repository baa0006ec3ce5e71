package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmEngineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srun: Job step aborted; slurmstepd-h0: error: *** STEP 5.0 ON h0 CANCELLED AT 2026 ***"
            + "| slurmstepd-h0: error: *** STEP 5.0 ON h0 CANCELLED AT 2026 ***",
        "srun: error: h1: task 1: Killed | srun: error: h1: task 1: Killed",
        "srun: job 5 has been allocated resources | did Slurm end the job, or was its time over?",
        "sending to mpirun failed: error: x | did Slurm end the job, or was its time over?",
        "'' | did Slurm end the job, or was its time over?",
      })
  void shouldSayWhatSlurmHasDoneToAgents(String said, String expected) {
    assertThat(SlurmEngine.whyGone(List.of(said.split("; ")))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "srun: error: h1: task 1: Exited with exit code 1 | [h1]",
        "srun: error: h[1-2,4]: tasks 1-3: Killed | [h1, h2, h4]",
        "srun: error: h1: task 1: | []",
        "srun: error: h[1-: task 1: Killed | []",
        "srun: error: Unable to create step | []",
        "there is no java: srun: error: h1: task 1: x | []",
      })
  void shouldHearOfAgentsThatHaveEnded(String line, String hosts) {
    assertThat(SlurmEngine.ended(line)).hasToString(hosts);
  }
}
