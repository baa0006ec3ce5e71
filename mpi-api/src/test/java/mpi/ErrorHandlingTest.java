package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.runtime.job.JobAborted;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.progress.WaitDescription;

class ErrorHandlingTest {
  private static void expectAbort(int code, String reason, ThrowingCallable call) {
    JobAborted aborted = catchThrowableOfType(JobAborted.class, call);
    assertThat(aborted).as(reason).isNotNull();
    assertThat(aborted).hasMessageStartingWith(reason);
    assertThat(aborted.code()).isEqualTo(code);
  }

  @Test
  void shouldEndTheJobWithTheErrorClassByDefault() {
    Intracomm world = new MpiRanks(2).process(1).world();
    expectAbort(
        MPI.ERR_RANK,
        "rank 1: Comm.send, MPI_COMM_WORLD: MPI_ERR_RANK: invalid rank: the destination is 5; it"
            + " must be from 0 to 1",
        () -> world.send(new int[1], 1, MPI.INT, 5, 0));
    expectAbort(
        MPI.ERR_COUNT,
        "rank 1: Comm.iRecv, MPI_COMM_WORLD: MPI_ERR_COUNT",
        () -> world.iRecv(new int[1], -1, MPI.INT, 0, 0));
    world.setErrhandler(MPI.ERRORS_ABORT);
    world.setName("the world");
    expectAbort(
        MPI.ERR_TAG, "rank 1: Comm.probe, the world: MPI_ERR_TAG", () -> world.probe(0, -7));
  }

  @Test
  void shouldEndTheJobWithWhatWentWrongFirstInWaitAll() {
    Intracomm world = new MpiRanks(1).process(0).world();
    Request[] requests = {world.iRecv(new int[1], 1, MPI.INT, 0, 0), MPI.REQUEST_NULL};
    world.send(new int[2], 2, MPI.INT, 0, 0);
    expectAbort(
        MPI.ERR_TRUNCATE,
        "rank 0: Request.waitAll, MPI_COMM_WORLD: MPI_ERR_IN_STATUS: error code in status: request"
            + " 0: MPI_ERR_TRUNCATE: message truncated",
        () -> Request.waitAll(requests));
  }

  @Test
  void shouldUseTheWorldsHandlerForANullCommunicator() {
    MpiProcess process = new MpiRanks(1).process(0);
    Intracomm none = process.world().split(MPI.UNDEFINED, 0);
    expectAbort(MPI.ERR_COMM, "rank 0: Comm.barrier, MPI_COMM_WORLD: MPI_ERR_COMM", none::barrier);
    process.world().setErrhandler(MPI.ERRORS_RETURN);
    Failure.expect(MPI.ERR_COMM, "MPI_ERR_COMM: invalid communicator", none::barrier);
    Failure.expect(MPI.ERR_ARG, "MPI_ERR_ARG", () -> process.world().setErrhandler(null));
  }

  @Test
  void shouldCallTheHandlerOnRequest() {
    Intracomm world = new MpiRanks(1).process(0).world();
    expectAbort(
        MPI.ERR_OTHER,
        "rank 0: Comm.callErrhandler, MPI_COMM_WORLD: MPI_ERR_OTHER: known error not in list: error"
            + " code 16",
        () -> world.callErrhandler(MPI.ERR_OTHER));
    world.setErrhandler(MPI.ERRORS_RETURN);
    world.callErrhandler(MPI.ERR_OTHER);
  }

  @Test
  void shouldAbortWithTheUsersCode() {
    Intracomm world = new MpiRanks(2).process(1).world();
    String reason = "rank 1 called abort with code ";
    expectAbort(3, reason + "3 on MPI_COMM_WORLD", () -> world.abort(3));
    expectAbort(0, reason + "0", () -> world.abort(0));
    expectAbort(255, reason + "-1", () -> world.abort(-1));
    expectAbort(1, reason + "257", () -> world.abort(257));
    // Not 0: the job has failed.
    expectAbort(255, reason + "256", () -> world.abort(256));
  }

  @Test
  void shouldSayWhichPeerFailed() {
    MpiRanks ranks = new MpiRanks(2);
    Intracomm world = ranks.process(0).world();
    world.setErrhandler(MPI.ERRORS_RETURN);
    Request request = world.iRecv(new int[1], 1, MPI.INT, 1, 4);
    Request anyTag = world.iRecv(new int[1], 1, MPI.INT, 1, MPI.ANY_TAG);
    ranks.engine(0).network().fail(1);
    Failure.expect(
        MPI.ERR_PROC_ABORTED,
        "MPI_ERR_PROC_ABORTED: operation failed because a peer has failed or cannot be reached: "
            + "a message with tag 4 cannot be completed: rank 1 of the job has failed",
        request::waitFor);
    Failure.expect(
        MPI.ERR_PROC_ABORTED,
        "MPI_ERR_PROC_ABORTED: operation failed because a peer has failed or cannot be reached: "
            + "a message with any tag cannot be completed: rank 1 of the job has failed",
        anyTag::waitFor);
    Failure.expect(
        MPI.ERR_PROC_ABORTED,
        "MPI_ERR_PROC_ABORTED: operation failed because a peer has failed or cannot be reached: "
            + "rank 1 of the job has failed",
        () -> world.send(new int[1], 1, MPI.INT, 1, 0));
    Failure.expect(
        MPI.ERR_PROC_ABORTED,
        "MPI_ERR_PROC_ABORTED: operation failed because a peer has failed or cannot be reached: "
            + "rank 1 of the job has failed",
        () -> world.sendRecv(new int[1], 1, MPI.INT, 1, 0, new int[1], 1, MPI.INT, 0, 0));
    Failure.expect(MPI.ERR_PROC_ABORTED, "MPI_ERR_PROC_ABORTED", world::barrier);
    assertThat(ranks.engine(0).requestsInUse()).isZero();
  }

  @Test
  @Timeout(60)
  void shouldReportWhatTheEngineSaysToTheThreadThatWaitsInIt() {
    MpiRanks ranks = new MpiRanks(2);
    CompletableFuture<RankReport> report = CompletableFuture.supplyAsync(ranks.job(1)::report);
    while (!report.isDone()) {
      ranks.engine(1).waitLong(ErrorHandlingTest::describeGodot);
    }

    assertThat(report.join().text())
        .matches("waits in MPI since 0\\.0 s for\n  Godot\nloopback process 1");
    assertThat(report.join().activity()).isEqualTo(RankReport.Activity.WAITS);
    assertThat(report.join().awaited()).containsExactly(7);
    assertThat(report.join().traffic()).isEqualTo(ranks.engine(1).traffic(List.of(7)));
  }

  private static void describeGodot(WaitDescription wait) {
    wait.operation("Godot");
    wait.needs(7);
  }

  @Test
  @Timeout(60)
  void shouldReportThatAThreadPolls() {
    MpiRanks ranks = new MpiRanks(2);
    CompletableFuture<RankReport> report = CompletableFuture.supplyAsync(ranks.job(1)::report);
    while (!report.isDone()) {
      ranks.engine(1).waitLong(null);
    }

    assertThat(report.join())
        .isEqualTo(
            RankReport.notWaiting(
                0, ranks.engine(1).traffic(List.of()), "polls MPI\nloopback process 1"));
  }

  @Test
  void shouldReportWhereAThreadIsThatDoesNotWait() {
    assertThat(new MpiRanks(2).job(1).report().text())
        .startsWith("does not wait in MPI; its thread " + Thread.currentThread().getName())
        .contains("ErrorHandlingTest");
  }
}
