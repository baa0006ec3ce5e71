package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectiveErrorsTest {
  private static void shouldFail(Consumer<Intracomm> call, int errorClass, String detail) {
    MpiRanks.runInWorld(
        1,
        comm -> {
          MPIException failure = catchThrowableOfType(MPIException.class, () -> call.accept(comm));
          assertThat(failure).hasMessageContaining(detail);
          assertThat(failure.getErrorClass()).isEqualTo(errorClass);
        });
  }

  @Test
  void shouldNameARootThatIsNoRank() {
    int[] data = new int[1];
    shouldFail(
        comm -> comm.bcast(data, 1, MPI.INT, 1),
        MPI.ERR_ROOT,
        "MPI_ERR_ROOT: invalid root: the root is 1; it must be from 0 to 0");
    shouldFail(comm -> comm.reduce(data, 1, MPI.INT, MPI.SUM, -1), MPI.ERR_ROOT, "the root is -1");
    shouldFail(comm -> comm.gather(data, 1, MPI.INT, 7), MPI.ERR_ROOT, "the root is 7");
    shouldFail(comm -> comm.iScatter(data, 1, MPI.INT, 7), MPI.ERR_ROOT, "the root is 7");
  }

  @Test
  void shouldRefuseNegativeCounts() {
    int[] data = new int[1];
    shouldFail(comm -> comm.bcast(data, -1, MPI.INT, 0), MPI.ERR_COUNT, "the count is -1");
    shouldFail(comm -> comm.allReduce(data, -2, MPI.INT, MPI.SUM), MPI.ERR_COUNT, "is -2");
    shouldFail(
        comm -> comm.allGatherv(data, new int[] {-3}, new int[] {0}, MPI.INT),
        MPI.ERR_COUNT,
        "the count for rank 0 is -3");
  }

  @Test
  void shouldRefuseArraysThatAreMissingOrTooShort() {
    int[] data = new int[1];
    shouldFail(
        comm -> comm.allGatherv(data, new int[0], new int[] {0}, MPI.INT),
        MPI.ERR_COUNT,
        "the array of counts has 0 elements; it must have one for each of 1 ranks");
    shouldFail(
        comm -> comm.gatherv(data, 1, MPI.INT, data, new int[] {1}, null, MPI.INT, 0),
        MPI.ERR_ARG,
        "the array of displacements is null");
    shouldFail(
        comm -> comm.allGatherv(data, new int[] {1}, new int[] {-1}, MPI.INT),
        MPI.ERR_ARG,
        "the displacement for rank 0 is -1");
  }

  @Test
  void shouldRefuseTypesAndBuffersThatAreNone() {
    int[] data = new int[1];
    shouldFail(comm -> comm.bcast(data, 1, null, 0), MPI.ERR_TYPE, "the datatype is null");
    shouldFail(comm -> comm.bcast(data, 1, MPI.DATATYPE_NULL, 0), MPI.ERR_TYPE, "DATATYPE_NULL");
    shouldFail(comm -> comm.bcast(null, 1, MPI.INT, 0), MPI.ERR_BUFFER, "the buffer is null");
    shouldFail(comm -> comm.bcast("text", 1, MPI.INT, 0), MPI.ERR_BUFFER, "java.lang.String");
    Datatype before = Datatype.createHIndexed(new int[] {1}, new int[] {-8}, MPI.INT);
    before.commit();
    shouldFail(comm -> comm.bcast("text", 1, before, 0), MPI.ERR_BUFFER, "java.lang.String");
  }

  @Test
  void shouldRefuseWhatIsWrongWithAReductionIntoBlocks() {
    int[] data = new int[1];
    shouldFail(
        comm -> comm.reduceScatter(data, null, MPI.INT, MPI.SUM),
        MPI.ERR_COUNT,
        "the array of counts is null");
    shouldFail(
        comm -> comm.iReduceScatter(data, data, new int[0], MPI.INT, MPI.SUM),
        MPI.ERR_COUNT,
        "the array of counts has 0 elements");
    shouldFail(
        comm -> comm.reduceScatter(data, new int[] {-1}, MPI.INT, MPI.SUM),
        MPI.ERR_COUNT,
        "the count for rank 0 is -1");
    shouldFail(
        comm -> comm.reduceScatter(null, data, new int[] {1}, MPI.INT, MPI.SUM),
        MPI.ERR_BUFFER,
        "the buffer is null");
    shouldFail(
        comm -> comm.reduceScatter(data, null, new int[] {1}, MPI.INT, MPI.SUM),
        MPI.ERR_BUFFER,
        "the buffer is null");
    shouldFail(
        comm -> comm.reduceScatter(data, data, new int[] {1}, null, MPI.SUM),
        MPI.ERR_TYPE,
        "the datatype is null");
    shouldFail(comm -> comm.reduceScatterBlock(data, -2, MPI.INT, MPI.SUM), MPI.ERR_COUNT, "is -2");
    shouldFail(
        comm -> comm.iReduceScatterBlock(data, data, 1, MPI.INT, null), MPI.ERR_OP, "is null");
  }

  @Test
  void shouldRefuseBlocksForAllRanksThatAreMoreThanABufferHolds() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          Failure.expect(
              MPI.ERR_COUNT,
              "MPI_ERR_COUNT: invalid count argument: the counts are 4294967294 together; they must"
                  + " be at most 2147483647",
              () -> comm.reduceScatterBlock(new int[1], Integer.MAX_VALUE, MPI.INT, MPI.SUM));
          assertThatThrownBy(() -> comm.reduceScatterBlock(new int[3], 2, MPI.INT, MPI.SUM))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class)
              .hasMessageContaining("needs 16");
          comm.barrier();
        });
  }

  @Test
  void shouldRefuseWhatIsWrongWithBlocksOfSeveralDatatypes() {
    int[] zero = {0};
    int[] one = {1};
    Datatype[] ints = {MPI.INT};
    shouldRefuseTypes(null, MPI.ERR_TYPE, "the array of datatypes is null");
    shouldRefuseTypes(
        new Datatype[0],
        MPI.ERR_TYPE,
        "the array of datatypes has 0 elements; it must have one for each of 1 ranks");
    shouldRefuseTypes(new Datatype[1], MPI.ERR_TYPE, "for rank 0 the datatype is null");
    shouldRefuseTypes(
        new Datatype[] {Datatype.createContiguous(2, MPI.INT)},
        MPI.ERR_TYPE,
        "for rank 0 the datatype has not been committed");
    int[] data = new int[1];
    shouldFail(
        comm -> comm.allToAllw(data, zero, zero, ints, data, new int[0], zero, ints),
        MPI.ERR_COUNT,
        "the array of counts has 0 elements");
    shouldFail(
        comm -> comm.iAllToAllw(data, zero, zero, ints, data, one, new int[] {-4}, ints),
        MPI.ERR_ARG,
        "the displacement for rank 0 is -4");
    shouldFail(
        comm -> comm.allToAllw(data, zero, null, ints, data, zero, zero, ints),
        MPI.ERR_ARG,
        "the array of displacements is null");
    MpiRanks.runInWorld(
        1,
        comm ->
            assertThatThrownBy(() -> comm.allToAllw(data, one, one, ints, data, zero, zero, ints))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class)
                .hasMessageContaining("the buffer holds 4 bytes; the operation needs 5"));
  }

  private static void shouldRefuseTypes(Datatype[] types, int errorClass, String detail) {
    int[] zero = {0};
    Datatype[] ints = {MPI.INT};
    int[] data = new int[1];
    shouldFail(
        comm -> comm.allToAllw(data, zero, zero, types, data, zero, zero, ints),
        errorClass,
        detail);
    shouldFail(
        comm -> comm.iAllToAllw(data, zero, zero, ints, data, zero, zero, types),
        errorClass,
        detail);
  }

  @Test
  void shouldRefuseOperationsOnTypesTheyAreNotDefinedOn() {
    shouldFail(
        comm -> comm.allReduce(new float[1], 1, MPI.FLOAT, MPI.BAND),
        MPI.ERR_OP,
        "MPI_ERR_OP: invalid reduce operation: MPI_BAND is not defined on MPI_FLOAT");
    shouldFail(comm -> comm.scan(new double[1], 1, MPI.DOUBLE, MPI.LXOR), MPI.ERR_OP, "MPI_LXOR");
    shouldFail(
        comm -> comm.allReduce(new byte[1], 1, MPI.PACKED, MPI.SUM), MPI.ERR_OP, "MPI_PACKED");
    shouldFail(
        comm -> comm.allReduce(new int[1], 1, MPI.INT, MPI.MINLOC), MPI.ERR_OP, "needs pairs");
    shouldFail(
        comm -> comm.allReduce(new int[1], 1, MPI.INT, MPI.REPLACE), MPI.ERR_OP, "one-sided");
    shouldFail(comm -> comm.allReduce(new int[1], 1, MPI.INT, null), MPI.ERR_OP, "is null");
  }

  @Test
  void shouldRefuseAFreedOperation() {
    Op op =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype type) {}
            },
            true);
    assertThat(op.isNull()).isFalse();
    op.free();
    assertThat(op.isNull()).isTrue();
    shouldFail(comm -> comm.allReduce(new int[1], 1, MPI.INT, op), MPI.ERR_OP, "has been freed");
  }

  @Test
  void shouldSayWhichUserFunctionDoesNothing() {
    class Nothing extends UserFunction {}

    MpiRanks.runInWorld(
        2,
        comm -> {
          Op op = new Op(new Nothing(), true);
          assertThatThrownBy(() -> comm.allReduce(new int[1], 1, MPI.INT, op))
              .hasStackTraceContaining("Nothing overrides neither of the methods named call");
        });
  }

  @Test
  void shouldRefuseToCancelOrGiveUpACollectiveThatIsNotComplete() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          if (comm.getRank() == 0) {
            Request request = comm.iBarrier();
            String invalid = "MPI_ERR_REQUEST: invalid request: a collective operation cannot be ";
            Failure.expect(MPI.ERR_REQUEST, invalid + "cancelled", request::cancel);
            Failure.expect(
                MPI.ERR_REQUEST, invalid + "given up before it is complete", request::free);
            comm.send(new int[1], 1, MPI.INT, 1, 0);
            request.waitFor();
          } else {
            comm.recv(new int[1], 1, MPI.INT, 0, 0);
            comm.iBarrier().waitFor();
          }
          Request complete = comm.iBarrier();
          while (complete.getStatus() == null) {
            Thread.onSpinWait();
          }
          complete.free();
          assertThat(complete.isNull()).isTrue();
          comm.barrier();
        });
  }

  @Test
  void shouldRefuseABufferThatIsTooShortBeforeAnythingIsSent() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          assertThatThrownBy(() -> comm.bcast(new int[2], 3, MPI.INT, 0))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class)
              .hasMessageContaining("the buffer holds 8 bytes; the operation needs 12");
          assertThatThrownBy(() -> comm.allGather(new int[3], 2, MPI.INT))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class)
              .hasMessageContaining("needs 16");
          comm.barrier();
        });
  }

  @Test
  void shouldSayWhichRankSentMoreThanWasExpected() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          int[] data = new int[4];
          if (comm.getRank() == 0) {
            comm.bcast(data, 4, MPI.INT, 0);
          } else {
            assertThatThrownBy(() -> comm.bcast(data, 1, MPI.INT, 0))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining(
                    "MPI_ERR_TRUNCATE: message truncated: the message from rank 0")
                .hasMessageContaining("longer than the 4 bytes");
          }
          comm.barrier();
        });
  }

  /** Rank 4 gets more than it expects, and rank 5 and others wait for what it passes on. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldPassOnWhatWasTruncated(boolean started) {
    MpiRanks.runInWorld(
        7,
        comm -> {
          int rank = comm.getRank();
          int[] data = {rank, rank, rank, rank};
          int count = rank == 0 ? 4 : 2;
          boolean isTruncated = rank == 1 || rank == 2 || rank == 4;
          if (isTruncated) {
            assertThatThrownBy(() -> bcast(comm, data, count, started))
                .hasMessageContaining("MPI_ERR_TRUNCATE");
          } else {
            bcast(comm, data, count, started);
            assertThat(data).startsWith(0, 0);
          }
          comm.barrier();
          assertThat(sumOf(comm, rank)).isEqualTo(21);
        });
  }

  private static void bcast(Intracomm comm, int[] data, int count, boolean started)
      throws MPIException {
    if (started) {
      comm.iBcast(data, count, MPI.INT, 0).waitFor();
    } else {
      comm.bcast(data, count, MPI.INT, 0);
    }
  }

  private static int sumOf(Intracomm comm, int value) throws MPIException {
    int[] sum = {value};
    comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
    return sum[0];
  }

  @Test
  void shouldRaiseTheErrorOfAStartedCollectiveWhereItIsWaitedFor() {
    MpiRanks.runInWorld(
        2,
        comm -> {
          int[] data = new int[4];
          int count = comm.getRank() == 0 ? 4 : 1;
          Request request = comm.iBcast(data, count, MPI.INT, 0);
          if (comm.getRank() == 0) {
            request.waitFor();
          } else {
            assertThatThrownBy(request::waitFor).hasMessageContaining("MPI_ERR_TRUNCATE");
          }
          assertThat(request.isNull()).isTrue();
          comm.barrier();
        });
  }

  /** Only rank 0's own block is too long, and nobody waits for the others' messages. */
  @Test
  void shouldFindOwnBlocksTooLong() {
    int[] two = {1, 2};
    int[] four = {1, 2, 3, 4};
    shouldFindTooLong((comm, result) -> comm.gather(two, 2, MPI.INT, result, 1, MPI.INT, 0));
    shouldFindTooLong((comm, result) -> comm.allGather(two, 2, MPI.INT, result, 1, MPI.INT));
    shouldFindTooLong((comm, result) -> comm.scatter(two, 2, MPI.INT, result, 1, MPI.INT, 0));
    shouldFindTooLong((comm, result) -> comm.allToAll(four, 4, MPI.INT, result, 1, MPI.INT));
    shouldFindTooLong(
        (comm, result) ->
            comm.gatherv(two, 2, MPI.INT, result, new int[] {1}, new int[1], MPI.INT, 0));
  }

  private static void shouldFindTooLong(BiConsumer<Intracomm, int[]> call) {
    MpiRanks.runInWorld(
        1,
        comm -> {
          int[] result = new int[8];
          assertThatThrownBy(() -> call.accept(comm, result))
              .hasMessageContaining("MPI_ERR_TRUNCATE")
              .hasMessageContaining("all ranks must give the same amount of data");
          assertThat(result).containsOnly(0);
          comm.barrier();
        });
  }

  @Test
  void shouldPassOnWhatAUsersFunctionThrows() {
    Op failing =
        new Op(
            new UserFunction() {
              @Override
              public void call(Object in, Object inOut, int count, Datatype type) {
                throw new IllegalStateException("no sum today");
              }
            },
            true);
    MpiRanks.runInWorld(
        2,
        comm -> {
          assertThatThrownBy(() -> comm.allReduce(new int[1], new int[1], 1, MPI.INT, failing))
              .isInstanceOf(IllegalStateException.class)
              .hasMessage("no sum today");
          int other = 1 - comm.getRank();
          int[] received = new int[1];
          Request[] requests = {
            comm.iAllReduce(new int[1], new int[1], 1, MPI.INT, failing),
            comm.iRecv(received, 1, MPI.INT, other, 3),
            comm.iSend(new int[] {9}, 1, MPI.INT, other, 3)
          };
          assertThatThrownBy(() -> Request.waitAll(requests)).hasMessage("no sum today");
          assertThat(requests).allMatch(Request::isNull);
          assertThat(received).containsExactly(9);
          comm.barrier();
        });
  }

  @Test
  void shouldRefuseTheRootsFormElsewhereAndTheOtherFormAtTheRoot() {
    int[] data = new int[1];
    shouldFail(comm -> comm.gatherv(data, 1, MPI.INT, 0), MPI.ERR_ARG, "rank 0 is the root");
    MpiRanks.runInWorld(
        2,
        comm -> {
          if (comm.getRank() == 1) {
            assertThatThrownBy(() -> comm.scatterv(data, new int[2], new int[2], MPI.INT, 0))
                .hasMessageContaining("rank 1 calls the form that is for the root, which is 0");
          }
        });
  }

  @Test
  void shouldUseTheFormForMemoryIfAFunctionOverridesIt() {
    Op xor =
        new Op(
            new UserFunction() {
              @Override
              public void call(
                  java.nio.ByteBuffer in, java.nio.ByteBuffer inOut, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                  inOut.putInt(4 * i, inOut.getInt(4 * i) ^ in.getInt(4 * i));
                }
              }
            },
            true);
    assertThat(xor.isCommutative()).isTrue();
    MpiRanks.runInWorld(
        3,
        comm -> {
          int[] bits = {1 << comm.getRank(), 0x100 << comm.getRank()};
          comm.allReduce(bits, 2, MPI.INT, xor);
          assertThat(bits).containsExactly(7, 0x700);
        });
  }
}
