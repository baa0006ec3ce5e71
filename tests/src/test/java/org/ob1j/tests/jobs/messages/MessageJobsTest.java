package org.ob1j.tests.jobs.messages;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.MpirunJob;

class MessageJobsTest {
  private static MpirunJob.Result run(String what, String ranks, String transport) {
    MpirunJob.Result result =
        MpirunJob.of("-n", ranks, "--oversubscribe", "--mca", "btl", transport + ",self")
            .program(MessageProgram.class, what)
            .run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    return result;
  }

  @ParameterizedTest
  @CsvSource({"1, sm", "2, sm", "2, tcp", "3, tcp"})
  void shouldReceiveMessagesInEveryWay(String ranks, String transport) {
    MpirunJob.Result result = run("all", ranks, transport);
    assertThat(result.stdout()).isEqualTo("all messages of " + ranks + "\n");
    assertThat(result.stderr()).isEmpty();
  }

  @Test
  void shouldDiscardAtFinalizeWhatNobodyClaimedAndNameIt() {
    MpirunJob.Result result = run("unclaimed", "2", "sm");
    assertThat(result.stdout()).isEqualTo("the send is complete\n");
    assertThat(result.stderr())
        .isEqualTo(
            "ob1j: rank 1 discards messages that were matched and neither received nor discarded:"
                + " 1; the first: 200000 bytes from rank 0, tag 4, MPI_COMM_WORLD\n");
  }

  @Test
  void shouldReportMessagesInReadyModeWithoutAReceive() {
    assertThat(run("ready", "2", "tcp").stderr())
        .isEqualTo(
            "ob1j: rank 1: messages sent in ready mode before their receives were posted: 1; the"
                + " first: 5 bytes from rank 0, tag 4, MPI_COMM_WORLD\n");
  }
}
