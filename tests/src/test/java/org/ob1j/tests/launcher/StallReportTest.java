package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;

@BesideOthers
class StallReportTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "receive-first          | receive of at most 8 bytes from rank 1, tag 1, POSTED, MPI_COMM_WORLD",
        "long-sends-first       | send of 1048576 bytes to rank 1, tag 1, AWAITING_ACK, MPI_COMM_WORLD",
        "any                    | receive of at most 8 bytes from any source, tag 2, POSTED",
        "forgotten-send         | receive of at most 8 bytes from rank 1, tag 1, POSTED",
        "probe                  | probe for a message from rank 1, tag 3, MPI_COMM_WORLD",
        "barrier-without-rank-0 | shared-memory barrier of MPI_COMM_WORLD, rank 0 missing",
        "barrier-of-rank-0-alone | shared-memory barrier of MPI_COMM_WORLD, rank 1 missing",
        "messages-without-rank-0 | tag 0, POSTED, dissemination barrier of MPI COMMUNICATOR",
        "late-barrier-without-rank-0 | shared-memory barrier of MPI_COMM_WORLD, rank 0 missing"
      })
  void shouldNameRanksThatWaitForEachOther(String how, String operation) {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "--stall-report", "1").program(StallingRank.class, how).start();

    job.awaitStderr("mpirun: nothing has moved for 1 s\n");
    job.awaitStderr("mpirun: report of rank 0: waits in MPI since");
    job.awaitStderr(operation);
    job.awaitStderr("mpirun: deadlock: rank 0 waits for rank 1, rank 1 waits for rank 0\n");
    job.signal("TERM");
    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.stderr().split("nothing has moved", -1)).hasSize(2);
    assertThat(result.stderr()).doesNotContain("stalled:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | send-first | rank 1 has sent 1 message that rank 0 has not received (dissemination barrier of MPI_COMM_WORLD, context 1, by fault.tcp",
        "1 | send-first | rank 1 has sent 1 message that rank 0 has not received (MPI_COMM_WORLD, context 0, by fault.tcp",
        "1 | exchange   | rank 1 has sent 1 message that rank 0 has not received (MPI_COMM_WORLD, context 0, by fault.tcp",
        "4 | exchange   | rank 1 has sent 1 message of which rank 0 has not received all (MPI_COMM_WORLD, context 0, by fault.tcp"
      })
  void shouldNotCallItADeadlockWhenWhatIsWaitedForHasBeenSentAndIsLost(
      int framesBefore, String how, String lost) {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "--stall-report", "1", "--mca", "btl", "fault")
            .words("--mca", "btl_fault_wraps", "tcp", "--mca", "btl_fault_busy_percent", "0")
            .words("--mca", "btl_fault_lose_after", String.valueOf(framesBefore))
            .words(MpirunJob.java(), "-cp")
            .words(MpirunJob.testClasses() + ":" + MpirunJob.btlTestClasses())
            .words(StallingRank.class.getName(), how)
            .start();

    job.awaitStderr("mpirun: stalled: rank 0 has sent 1 message");
    job.awaitStderr("mpirun: stalled: " + lost);
    job.signal("TERM");
    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.stderr()).doesNotContain("deadlock");
  }

  @Test
  void shouldShowWhoComputesWhileOthersWait() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "--stall-report", "1")
            .program(StallingRank.class, "rank-0-computes")
            .start();

    job.awaitStderr("mpirun: report of rank 0: does not wait in MPI; its thread main is at\n");
    job.awaitStderr("StallingRank.main");
    job.awaitStderr("mpirun: report of rank 1: waits in MPI since");
    job.signal("TERM");
    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.stderr()).doesNotContain("deadlock");
  }

  @Test
  void shouldRefuseALimitThatIsNone() {
    MpirunJob.Result result = MpirunJob.of("--stall-report", "0", "true").run();
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stderr()).contains("--stall-report is 0; it must be at least 1 second");
  }
}
