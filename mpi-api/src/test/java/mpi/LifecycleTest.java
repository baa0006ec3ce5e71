package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A JVM has one life with MPI, so the static front is tested in one go. */
class LifecycleTest {
  private static final List<ThrowingCallable> CALLS =
      List.of(
          MPI::queryThread,
          MPI::isThreadMain,
          MPI::wtime,
          MPI::wtick,
          MPI::getProcessorName,
          MPI::detachBuffer,
          () -> MPI.attachBuffer(new byte[1]),
          MPI::Finalize,
          () -> MPI.COMM_WORLD.getRank(),
          () -> MPI.COMM_WORLD.getSize(),
          () -> MPI.COMM_SELF.barrier(),
          () -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 0, 0),
          () -> MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0),
          () -> MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN),
          () -> MPI.COMM_WORLD.abort(1),
          () -> MPI.COMM_SELF.dup(),
          () -> MPI.GROUP_EMPTY.getSize());

  @Test
  void shouldLiveFromInitToFinalize() throws InterruptedException {
    assertThat(MPI.isInitialized()).isFalse();
    assertThat(MPI.isFinalized()).isFalse();
    assertThat(MPI.COMM_WORLD.isNull()).isFalse();
    expectAll("MPI is not initialized.");
    Failure.expect(
        MPI.ERR_ARG,
        "MPI_ERR_ARG: invalid argument of some other kind: the thread level is 4; it must be from 0"
            + " to 3",
        () -> MPI.InitThread(new String[0], 4));

    assertThat(MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE)).isEqualTo(MPI.THREAD_MULTIPLE);
    live();

    MPI.Finalize();
    assertThat(MPI.isInitialized()).isTrue();
    assertThat(MPI.isFinalized()).isTrue();
    expectAll("MPI is finalized.");
    expect("MPI is finalized.", () -> MPI.Init(new String[0]));
  }

  private static void live() throws InterruptedException {
    assertThat(MPI.isInitialized()).isTrue();
    assertThat(MPI.isFinalized()).isFalse();
    expect("MPI is already initialized.", () -> MPI.Init(new String[0]));
    expect("MPI is already initialized.", () -> MPI.InitThread(new String[0], 0));
    assertThat(MPI.queryThread()).isEqualTo(MPI.THREAD_MULTIPLE);
    assertThat(MPI.isThreadMain()).isTrue();
    boolean[] elsewhere = {true};
    Thread other = new Thread(() -> elsewhere[0] = MPI.isThreadMain());
    other.start();
    other.join(10_000);
    assertThat(elsewhere).containsExactly(false);
    double before = MPI.wtime();
    assertThat(MPI.wtime()).isGreaterThanOrEqualTo(before);
    assertThat(MPI.wtick()).isEqualTo(1e-9);
    assertThat(MPI.getProcessorName()).isNotBlank();
    assertThat(MPI.COMM_WORLD.getSize()).isEqualTo(1);
    assertThat(MPI.COMM_SELF.getRank()).isZero();
    int[] sum = {10, 20};
    Comm.reduceLocal(new int[] {1, 2}, sum, 2, MPI.INT, MPI.SUM);
    assertThat(sum).containsExactly(11, 22);
    assertThat(Intercomm.getParent().isNull()).isTrue();
    int[] dimensions = {0, 2, 0};
    CartComm.createDims(24, dimensions);
    assertThat(dimensions).containsExactly(4, 2, 3);
    byte[] buffer = new byte[1000];
    MPI.attachBuffer(buffer);
    MPI.COMM_WORLD.bSend(new int[] {4}, 1, MPI.INT, 0, 0);
    int[] received = new int[1];
    MPI.COMM_WORLD.recv(received, 1, MPI.INT, 0, 0);
    assertThat(received).containsExactly(4);
    assertThat(MPI.detachBuffer()).isSameAs(buffer);
    // Finalize detaches it.
    MPI.attachBuffer(buffer);
  }

  private static void expectAll(String message) {
    for (ThrowingCallable call : CALLS) {
      expect(message, call);
    }
  }

  private static void expect(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(MPIException.class).hasMessage(message);
  }

  @Test
  void shouldKnowItsVersions() {
    assertThat(MPI.getVersion().getVersion()).isEqualTo(3);
    assertThat(MPI.getVersion().getSubVersion()).isEqualTo(1);
    assertThat(MPI.getLibVersion()).matches("ob1j \\d+\\.\\d+.*");
  }

  @Test
  void shouldCloseEngineAndJobInFinalize() {
    MpiRanks ranks = new MpiRanks(3);
    ranks.run(process -> assertThat(process.isRunning()).isTrue());
    for (int rank = 0; rank < 3; rank++) {
      assertThat(ranks.engine(rank).isClosed()).isTrue();
      assertThat(ranks.job(rank).isClosed()).isTrue();
      assertThat(ranks.process(rank).isFinalized()).isTrue();
    }
  }
}
