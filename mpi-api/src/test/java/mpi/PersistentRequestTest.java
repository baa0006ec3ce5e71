package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PersistentRequestTest {
  private static final int TAG = 7;
  private static final int ROUNDS = 20;

  /** A rank that sends to itself, so that it decides what is complete. */
  private static void alone(BiConsumer<Intracomm, int[]> program) {
    MpiRanks.runInWorld(1, world -> program.accept(world, new int[2]));
  }

  private static void arrive(Intracomm world, int value) {
    world.send(new int[] {value}, 1, MPI.INT, 0, TAG);
  }

  private static void expectEmpty(Status status) {
    assertThat(status.getSource()).isEqualTo(MPI.ANY_SOURCE);
    assertThat(status.getTag()).isEqualTo(MPI.ANY_TAG);
    assertThat(status.getCount(MPI.BYTE)).isZero();
  }

  private interface Maker {
    Prequest make(Comm comm, Object buffer, int count, int destination);
  }

  private record Mode(String name, Maker maker) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Mode> modes() {
    return Stream.of(
        new Mode("standard", (c, b, n, d) -> c.sendInit(b, n, MPI.INT, d, TAG)),
        new Mode("synchronous", (c, b, n, d) -> c.sSendInit(b, n, MPI.INT, d, TAG)),
        new Mode("ready", (c, b, n, d) -> c.rSendInit(b, n, MPI.INT, d, TAG)),
        new Mode("buffered", (c, b, n, d) -> c.bSendInit(b, n, MPI.INT, d, TAG)),
        new Mode(
            "buffer",
            (c, b, n, d) -> c.sendInit(java.nio.IntBuffer.wrap((int[]) b), n, MPI.INT, d, TAG)));
  }

  @ParameterizedTest
  @MethodSource("modes")
  void shouldMoveWhatIsInTheBufferAtEachStart(Mode mode) {
    MpiRanks.run(
        2,
        process -> {
          Intracomm world = process.world();
          int[] buffer = new int[1];
          if (world.getRank() == 0) {
            process.attachBuffer(new byte[4 + MPI.BSEND_OVERHEAD]);
            Prequest send = mode.maker.make(world, buffer, 1, 1);
            for (int round = 0; round < ROUNDS; round++) {
              world.recv(null, 0, MPI.BYTE, 1, 0);
              buffer[0] = round;
              send.start();
              send.waitFor();
            }
            send.free();
          } else {
            Prequest receive = world.recvInit(buffer, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            for (int round = 0; round < ROUNDS; round++) {
              receive.start();
              world.send(null, 0, MPI.BYTE, 0, 0);
              Status status = receive.waitStatus();
              assertThat(status.getTag()).isEqualTo(TAG);
              assertThat(buffer).containsExactly(round);
            }
            receive.free();
          }
        });
  }

  @Test
  void shouldAnswerLikeANullRequestWhileItIsInactiveButNotBeNull() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, 0, TAG);
          for (int round = 0; round < 2; round++) {
            assertThat(receive.isNull()).isFalse();
            assertThat(receive.test()).isTrue();
            receive.waitFor();
            expectEmpty(receive.waitStatus());
            expectEmpty(receive.testStatus());
            expectEmpty(receive.getStatus());
            assertThat(Request.waitAny(new Request[] {receive})).isEqualTo(MPI.UNDEFINED);
            assertThat(Request.waitSome(new Request[] {receive})).isNull();
            assertThat(Request.testAll(new Request[] {receive})).isTrue();
            Failure.expect(
                MPI.ERR_REQUEST,
                "MPI_ERR_REQUEST: invalid request: the request is not active",
                receive::cancel);
            receive.start();
            assertThat(receive.test()).isFalse();
            arrive(world, 30 + round);
            assertThat(receive.getStatus().getTag()).isEqualTo(TAG);
            assertThat(receive.waitStatus().getCount(MPI.INT)).isEqualTo(1);
            assertThat(buffer[0]).isEqualTo(30 + round);
          }
          receive.free();
        });
  }

  @Test
  void shouldStartSeveralOrNone() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, 0, TAG);
          Prequest send = world.sendInit(new int[] {5}, 1, MPI.INT, 0, TAG);
          Prequest[] both = {receive, send};
          Prequest.startAll(both);
          Request.waitAll(both);
          assertThat(buffer[0]).isEqualTo(5);

          receive.start();
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the request of Comm.recvInit is active; wait for"
                  + " it first",
              () -> Prequest.startAll(new Prequest[] {send, receive}));
          assertThat(receive.test()).as("nothing was sent").isFalse();
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the request of Comm.sendInit is in the array twice",
              () -> Prequest.startAll(new Prequest[] {send, send}));
          assertThat(receive.test()).as("nothing was sent").isFalse();
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: element 1 of the requests is null",
              () -> Prequest.startAll(new Prequest[] {send, null}));
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the array of requests is null",
              () -> Prequest.startAll(null));
          send.start();
          Request.waitAll(both);
          receive.free();
          send.free();
        });
  }

  @Test
  void shouldNotStartTwiceNorOnceFreed() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, 0, TAG);
          receive.start();
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the request of Comm.recvInit is active",
              receive::start);
          arrive(world, 1);
          receive.waitFor();
          receive.free();
          assertThat(receive.isNull()).isTrue();
          String freed = "MPI_ERR_REQUEST: invalid request: the request has been freed";
          Failure.expect(MPI.ERR_REQUEST, freed, receive::start);
          receive.free();
          Failure.expect(MPI.ERR_REQUEST, freed, () -> Prequest.startAll(new Prequest[] {receive}));
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the request is null",
              receive::cancel);
          expectEmpty(receive.waitStatus());
        });
  }

  @Test
  void shouldLetAnOperationGoOnThatIsFreedWhileActive() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, 0, TAG);
          receive.start();
          receive.free();
          assertThat(receive.isNull()).isTrue();
          arrive(world, 9);
          assertThat(buffer[0]).isEqualTo(9);
        });
  }

  @Test
  void shouldBeStartedAgainAfterItWasCancelledOrFailed() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, 0, TAG);
          receive.start();
          receive.cancel();
          assertThat(receive.waitStatus().isCancelled()).isTrue();
          receive.start();
          world.send(new int[2], 2, MPI.INT, 0, TAG);
          Failure.expect(
              MPI.ERR_TRUNCATE,
              "MPI_ERR_TRUNCATE: message truncated: rank 0 sent 8 bytes with tag "
                  + TAG
                  + "; the receive buffer holds 4",
              receive::waitFor);
          receive.start();
          arrive(world, 4);
          assertThat(receive.waitStatus().isCancelled()).isFalse();
          assertThat(buffer[0]).isEqualTo(4);
          receive.free();
        });
  }

  @Test
  void shouldKeepAFreedCommunicatorUntilItIsFreed() {
    MpiRanks ranks = new MpiRanks(1);
    ranks.run(
        process -> {
          int[] buffer = new int[1];
          Comm own = process.world().dup();
          Prequest receive = own.recvInit(buffer, 1, MPI.INT, 0, TAG);
          Prequest send = own.sendInit(new int[] {6}, 1, MPI.INT, 0, TAG);
          int open = ranks.engine(0).openContexts().size();
          own.free();
          Prequest.startAll(new Prequest[] {receive, send});
          Request.waitAll(new Request[] {receive, send});
          assertThat(buffer).containsExactly(6);
          send.free();
          assertThat(ranks.engine(0).openContexts()).hasSize(open);
          receive.free();
          assertThat(ranks.engine(0).openContexts()).hasSize(open - 2);
        });
  }

  @Test
  void shouldTakeProcNullAsAPeer() {
    alone(
        (world, buffer) -> {
          Prequest receive = world.recvInit(buffer, 1, MPI.INT, MPI.PROC_NULL, 0);
          Prequest send = world.sendInit(buffer, 1, MPI.INT, MPI.PROC_NULL, 0);
          Prequest.startAll(new Prequest[] {receive, send});
          assertThat(receive.waitStatus().getSource()).isEqualTo(MPI.PROC_NULL);
          assertThat(send.test()).isTrue();
          receive.free();
          send.free();
        });
  }

  @Test
  void shouldRefuseABufferThatIsTooShortWhenItIsNamed() {
    alone(
        (world, buffer) -> {
          assertThatThrownBy(() -> world.sendInit(buffer, 3, MPI.INT, 0, TAG))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class);
          assertThatThrownBy(() -> world.recvInit(ByteBuffer.allocate(4), 2, MPI.INT, 0, TAG))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class);
          Failure.expect(
              MPI.ERR_BUFFER,
              "MPI_ERR_BUFFER",
              () -> world.sendInit("no buffer", 1, MPI.INT, 0, TAG));
        });
  }
}
