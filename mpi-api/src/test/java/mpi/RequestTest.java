package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestTest {
  private static final int TAG = 7;

  /** A rank that sends to itself, so that it decides what is complete. */
  private static void alone(BiConsumer<Intracomm, int[][]> program) {
    MpiRanks.runInWorld(1, world -> program.accept(world, new int[3][1]));
  }

  private static Request[] receives(Intracomm world, int[][] buffers) {
    Request[] requests = new Request[buffers.length];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = world.iRecv(buffers[i], 1, MPI.INT, 0, i);
    }
    return requests;
  }

  private static void arrive(Intracomm world, int tag) {
    world.send(new int[] {100 + tag}, 1, MPI.INT, 0, tag);
  }

  private static void expectEmpty(Status status) {
    assertThat(status.getSource()).isEqualTo(-1);
    assertThat(status.getTag()).isEqualTo(-1);
    assertThat(status.getCount(MPI.BYTE)).isZero();
    assertThat(status.isCancelled()).isFalse();
    assertThat(status.getError()).isZero();
  }

  @Test
  void shouldAnswerForTheNullRequest() {
    Request none = new Request();
    assertThat(none.isNull()).isTrue();
    none.waitFor();
    assertThat(none.test()).isTrue();
    expectEmpty(none.waitStatus());
    expectEmpty(none.testStatus());
    expectEmpty(none.getStatus());
    Failure.expect(MPI.ERR_REQUEST, "MPI_ERR_REQUEST: invalid request", none::cancel);
    // As Open MPI's bindings do.
    none.free();
    assertThat(MPI.REQUEST_NULL.isNull()).isTrue();
  }

  @Test
  void shouldBeNullOnceItHasCompletedWhateverFormSawIt() {
    alone(
        (world, buffers) -> {
          Request request = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          assertThat(request.isNull()).isFalse();
          assertThat(request.test()).isFalse();
          assertThat(request.testStatus()).isNull();
          assertThat(request.getStatus()).isNull();
          arrive(world, TAG);
          assertThat(request.getStatus().getTag()).isEqualTo(TAG);
          assertThat(request.isNull()).isFalse();
          Status status = request.testStatus();
          assertThat(status.getTag()).isEqualTo(TAG);
          assertThat(status.getSource()).isZero();
          assertThat(status.getCount(MPI.INT)).isEqualTo(1);
          assertThat(status.getIndex()).isZero();
          assertThat(request.isNull()).isTrue();
          expectEmpty(request.waitStatus());
          assertThat(request.test()).isTrue();
        });
  }

  @Test
  void shouldWaitForOneThatAnotherRankCompletes() {
    MpiRanks.runInWorld(
        2,
        world -> {
          if (world.getRank() == 0) {
            world.recv(null, 0, MPI.BYTE, 1, 0);
            arriveAt(world, 1);
          } else {
            int[] buffer = new int[1];
            Request request = world.iRecv(buffer, 1, MPI.INT, 0, TAG);
            world.send(null, 0, MPI.BYTE, 0, 0);
            request.waitFor();
            assertThat(request.isNull()).isTrue();
            assertThat(buffer).containsExactly(5);
          }
        });
  }

  private static void arriveAt(Intracomm world, int rank) {
    world.send(new int[] {5}, 1, MPI.INT, rank, TAG);
  }

  @Test
  void shouldTestAllOnlyWhenAllAreComplete() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          arrive(world, 0);
          arrive(world, 2);
          assertThat(Request.testAll(requests)).isFalse();
          assertThat(Request.testAllStatus(requests)).isNull();
          assertThat(requests[0].isNull()).isFalse();
          arrive(world, 1);
          Status[] statuses = Request.testAllStatus(requests);
          for (int i = 0; i < 3; i++) {
            assertThat(statuses[i].getTag()).isEqualTo(i);
            assertThat(statuses[i].getIndex()).isZero();
            assertThat(requests[i].isNull()).isTrue();
            assertThat(buffers[i]).containsExactly(100 + i);
          }
          assertThat(Request.testAll(requests)).isTrue();
        });
  }

  @Test
  void shouldWaitForAllAndGiveNullRequestsAnEmptyStatus() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          Request[] more = {requests[0], MPI.REQUEST_NULL, requests[1], requests[2]};
          for (int tag = 0; tag < 3; tag++) {
            arrive(world, tag);
          }
          Status[] statuses = Request.waitAllStatus(more);
          assertThat(statuses[0].getTag()).isZero();
          expectEmpty(statuses[1]);
          assertThat(statuses[2].getTag()).isEqualTo(1);
          assertThat(statuses[3].getTag()).isEqualTo(2);
          Request.waitAll(more);
          Request.waitAll(new Request[0]);
        });
  }

  @Test
  void shouldFindOneThatIsComplete() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          assertThat(Request.testAny(requests)).isEqualTo(MPI.UNDEFINED);
          assertThat(Request.testAnyStatus(requests)).isNull();
          arrive(world, 1);
          assertThat(Request.waitAny(requests)).isEqualTo(1);
          assertThat(requests[1].isNull()).isTrue();
          arrive(world, 2);
          Status status = Request.waitAnyStatus(requests);
          assertThat(status.getIndex()).isEqualTo(2);
          assertThat(status.getTag()).isEqualTo(2);
          arrive(world, 0);
          assertThat(Request.testAnyStatus(requests).getIndex()).isZero();
          assertThat(Request.waitAny(requests)).isEqualTo(MPI.UNDEFINED);
          assertThat(Request.waitAnyStatus(requests).getIndex()).isEqualTo(MPI.UNDEFINED);
          assertThat(Request.testAny(requests)).isEqualTo(MPI.UNDEFINED);
          assertThat(Request.testAnyStatus(requests).getIndex()).isEqualTo(MPI.UNDEFINED);
        });
  }

  @Test
  void shouldFindAllThatAreComplete() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          assertThat(Request.testSome(requests)).isEmpty();
          assertThat(Request.testSomeStatus(requests)).isEmpty();
          arrive(world, 0);
          arrive(world, 2);
          assertThat(Request.waitSome(requests)).containsExactly(0, 2);
          arrive(world, 1);
          Status[] statuses = Request.waitSomeStatus(requests);
          assertThat(statuses).hasSize(1);
          assertThat(statuses[0].getIndex()).isEqualTo(1);
          assertThat(statuses[0].getTag()).isEqualTo(1);
          assertThat(Request.waitSome(requests)).isNull();
          assertThat(Request.waitSomeStatus(requests)).isNull();
          assertThat(Request.testSome(requests)).isNull();
          assertThat(Request.testSomeStatus(requests)).isNull();
        });
  }

  @Test
  void shouldTestSomeThatAreComplete() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          arrive(world, 1);
          assertThat(Request.testSome(requests)).containsExactly(1);
          arrive(world, 0);
          arrive(world, 2);
          assertThat(Request.testSomeStatus(requests)).hasSize(2);
          assertThat(requests).allMatch(Request::isNull);
        });
  }

  @Test
  void shouldCompleteOperationsWithProcNullAtOnce() {
    alone(
        (world, buffers) -> {
          Request[] requests = {
            world.iRecv(buffers[0], 1, MPI.INT, MPI.PROC_NULL, 0),
            world.iSend(buffers[1], 1, MPI.INT, MPI.PROC_NULL, 0)
          };
          assertThat(requests[0].isNull()).isFalse();
          assertThat(requests[0].getStatus().getSource()).isEqualTo(MPI.PROC_NULL);
          requests[0].cancel();
          assertThat(Request.testAll(requests)).isTrue();
          assertThat(requests).allMatch(Request::isNull);
          Request freed = world.iRecv(buffers[0], 1, MPI.INT, MPI.PROC_NULL, 0);
          freed.free();
          assertThat(freed.isNull()).isTrue();
        });
  }

  @Test
  void shouldCancelAReceiveThatHasNotMatched() {
    alone(
        (world, buffers) -> {
          Request request = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          request.cancel();
          assertThat(request.isNull()).isFalse();
          Status status = request.waitStatus();
          assertThat(status.isCancelled()).isTrue();
          assertThat(status.getSource()).isEqualTo(MPI.ANY_SOURCE);
          assertThat(status.getTag()).isEqualTo(MPI.ANY_TAG);
          assertThat(status.getCount(MPI.INT)).isZero();
          assertThat(request.isNull()).isTrue();
        });
  }

  @Test
  void shouldNotCancelWhatHasMatchedNorSends() {
    alone(
        (world, buffers) -> {
          Request receive = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          arrive(world, TAG);
          receive.cancel();
          assertThat(receive.waitStatus().isCancelled()).isFalse();
          assertThat(buffers[0]).containsExactly(100 + TAG);
          Request send = world.isSend(buffers[0], 1, MPI.INT, 0, TAG);
          send.cancel();
          world.recv(buffers[1], 1, MPI.INT, 0, TAG);
          assertThat(send.waitStatus().isCancelled()).isFalse();
          assertThat(buffers[1]).containsExactly(100 + TAG);
        });
  }

  @Test
  void shouldLetAFreedOperationGoOn() {
    alone(
        (world, buffers) -> {
          Request request = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          request.free();
          assertThat(request.isNull()).isTrue();
          arrive(world, TAG);
          assertThat(buffers[0]).containsExactly(100 + TAG);
        });
  }

  @Test
  void shouldSayThatAMessageWasTruncated() {
    alone(
        (world, buffers) -> {
          int[] longer = {1, 2};
          String text =
              "MPI_ERR_TRUNCATE: message truncated: rank 0 sent 8 bytes with tag 7; the receive"
                  + " buffer holds 4";
          Request waited = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          world.send(longer, 2, MPI.INT, 0, TAG);
          assertThat(waited.getStatus().getError()).isEqualTo(MPI.ERR_TRUNCATE);
          Failure.expect(MPI.ERR_TRUNCATE, text, waited::waitFor);
          assertThat(waited.isNull()).isTrue();
          Request tested = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          world.send(longer, 2, MPI.INT, 0, TAG);
          Failure.expect(MPI.ERR_TRUNCATE, text, tested::testStatus);
          world.iSend(longer, 2, MPI.INT, 0, TAG).free();
          Failure.expect(MPI.ERR_TRUNCATE, text, () -> world.recv(buffers[0], 1, MPI.INT, 0, TAG));
          Failure.expect(
              MPI.ERR_TRUNCATE,
              text,
              () ->
                  world.sendRecv(
                      longer, 2, MPI.INT, 0, TAG, buffers[0], 1, MPI.INT, 0, MPI.ANY_TAG));
          assertThat(buffers[0]).containsExactly(1);
        });
  }

  @Test
  void shouldCompleteAllAndNameThoseThatFailed() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          arrive(world, 0);
          world.send(new int[9], 9, MPI.INT, 0, 1);
          world.send(new int[9], 9, MPI.INT, 0, 2);
          Failure.expect(
              MPI.ERR_IN_STATUS,
              "MPI_ERR_IN_STATUS: error code in status: request 1: MPI_ERR_TRUNCATE: message"
                  + " truncated: rank 0 sent 36 bytes with tag 1; the receive buffer holds 4;"
                  + " request 2: MPI_ERR_TRUNCATE",
              () -> Request.waitAll(requests));
          assertThat(requests).allMatch(Request::isNull);
          assertThat(buffers[0]).containsExactly(100);
        });
  }

  @Test
  void shouldRaiseTheErrorOfTheOneThatIsFound() {
    alone(
        (world, buffers) -> {
          Request[] requests = receives(world, buffers);
          world.send(new int[9], 9, MPI.INT, 0, 1);
          Failure.expect(MPI.ERR_TRUNCATE, "MPI_ERR_TRUNCATE", () -> Request.waitAny(requests));
          assertThat(requests[1].isNull()).isTrue();
          world.send(new int[9], 9, MPI.INT, 0, 2);
          Failure.expect(MPI.ERR_IN_STATUS, "MPI_ERR_IN_STATUS", () -> Request.waitSome(requests));
          arrive(world, 0);
          assertThat(Request.testSome(requests)).containsExactly(0);
        });
  }

  private record Form(String name, java.util.function.Consumer<Request[]> call) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Form> forms() {
    return Stream.of(
        new Form("waitAll", Request::waitAll),
        new Form("waitAllStatus", Request::waitAllStatus),
        new Form("testAll", Request::testAll),
        new Form("testAllStatus", Request::testAllStatus),
        new Form("waitAny", Request::waitAny),
        new Form("waitAnyStatus", Request::waitAnyStatus),
        new Form("testAny", Request::testAny),
        new Form("testAnyStatus", Request::testAnyStatus),
        new Form("waitSome", Request::waitSome),
        new Form("waitSomeStatus", Request::waitSomeStatus),
        new Form("testSome", Request::testSome),
        new Form("testSomeStatus", Request::testSomeStatus));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void shouldRefuseMissingRequests(Form form) {
    alone(
        (world, buffers) -> {
          Request pending = world.iRecv(buffers[0], 1, MPI.INT, 0, TAG);
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: element 1 of the requests is null",
              () -> form.call.accept(new Request[] {pending, null}));
          Failure.expect(
              MPI.ERR_REQUEST,
              "MPI_ERR_REQUEST: invalid request: the array of requests is null",
              () -> form.call.accept(null));
          pending.cancel();
          pending.waitFor();
        });
  }
}
