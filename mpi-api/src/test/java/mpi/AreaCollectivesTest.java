package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.collective.shared.SharedCollectives;

/** Collectives that go straight from the user's buffers into memory that ranks share. */
class AreaCollectivesTest {
  /** Runs what ranks do once they share memory. */
  private static void sharing(int ranks, Consumer<Intracomm> program) {
    MpiRanks.sharingMemory(
        ranks,
        process -> {
          Intracomm world = process.world();
          world.setErrhandler(MPI.ERRORS_RETURN);
          for (int i = 0; i < SharedCollectives.OPERATIONS_BEFORE; i++) {
            world.barrier();
          }
          // What an operation combines is known from then on.
          world.allReduce(new double[1], 1, MPI.DOUBLE, MPI.SUM);
          program.accept(world);
        });
  }

  /** Both of two ranks make the same mistake. */
  private static void shouldFail(Consumer<Intracomm> call, int errorClass, String... details) {
    sharing(2, comm -> assertFailure(() -> call.accept(comm), errorClass, details));
  }

  private static void assertFailure(Runnable call, int errorClass, String... details) {
    MPIException failure = catchThrowableOfType(MPIException.class, call::run);
    assertThat(failure).isNotNull();
    for (String detail : details) {
      assertThat(failure).hasMessageContaining(detail);
    }
    assertThat(failure.getErrorClass()).isEqualTo(errorClass);
  }

  private static DoubleBuffer direct(double... values) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(values.length * Double.BYTES);
    return bytes.order(ByteOrder.nativeOrder()).asDoubleBuffer().put(values).clear();
  }

  @Test
  void shouldSumWhateverKindOfBufferARankHas() {
    sharing(
        4,
        comm -> {
          Object own =
              switch (comm.getRank()) {
                case 0 -> new double[] {1, 2, 9};
                case 1 -> direct(10, 20, 9);
                case 2 -> direct(100, 200, 9).asReadOnlyBuffer();
                default -> MPI.slice(new double[] {9, 1000, 2000}, 1);
              };
          double[] sums = new double[3];
          comm.allReduce(own, sums, 2, MPI.DOUBLE, MPI.SUM);
          assertThat(sums).containsExactly(1111, 2222, 0);
          Object inPlace = comm.getRank() == 0 ? new double[] {5, 6} : direct(5, 6);
          comm.allReduce(inPlace, 2, MPI.DOUBLE, MPI.SUM);
          assertThat(inPlace instanceof double[] its ? its[1] : ((DoubleBuffer) inPlace).get(1))
              .isEqualTo(24);
        });
  }

  @Test
  void shouldLeaveBuffersAloneThatAreNotTheRoots() {
    sharing(
        2,
        comm -> {
          double[] result = new double[1];
          comm.reduce(new double[] {comm.getRank() + 1}, result, 1, MPI.DOUBLE, MPI.SUM, 1);
          assertThat(result[0]).isEqualTo(comm.getRank() == 1 ? 3 : 0);
          comm.reduce(
              new double[1], comm.getRank() == 1 ? result : null, 1, MPI.DOUBLE, MPI.SUM, 1);
          assertThat(result[0]).isZero();
        });
  }

  @Test
  void shouldTakeABroadcastThatIsShorterThanExpected() {
    sharing(
        2,
        comm -> {
          int[] data = {7 + comm.getRank(), 7 + comm.getRank()};
          comm.bcast(data, comm.getRank() == 0 ? 1 : 2, MPI.INT, 0);
          assertThat(data).containsExactly(7, 7 + comm.getRank());
        });
  }

  @Test
  void shouldRefuseWhatIsWrongAsByMessages() {
    double[] data = new double[1];
    int[] number = new int[1];
    shouldFail(comm -> comm.bcast(number, 1, MPI.INT, 2), MPI.ERR_ROOT, "the root is 2");
    shouldFail(
        comm -> comm.reduce(data, 1, MPI.DOUBLE, MPI.SUM, -1), MPI.ERR_ROOT, "the root is -1");
    shouldFail(
        comm -> comm.gather(number, 1, MPI.INT, number, 1, MPI.INT, 5),
        MPI.ERR_ROOT,
        "the root is 5");
    shouldFail(comm -> comm.allReduce(data, -2, MPI.DOUBLE, MPI.SUM), MPI.ERR_COUNT, "is -2");
    shouldFail(comm -> comm.bcast(number, 1, null, 0), MPI.ERR_TYPE, "the datatype is null");
    shouldFail(
        comm -> comm.allReduce(data, 1, MPI.DOUBLE, null), MPI.ERR_OP, "the operation is null");
    shouldFail(comm -> comm.bcast(null, 1, MPI.INT, 0), MPI.ERR_BUFFER, "the buffer is null");
    shouldFail(
        comm -> comm.allReduce(data, null, 1, MPI.DOUBLE, MPI.SUM),
        MPI.ERR_BUFFER,
        "the buffer is null");
    shouldFail(
        comm -> comm.allReduce(data, direct(1).asReadOnlyBuffer(), 1, MPI.DOUBLE, MPI.SUM),
        MPI.ERR_BUFFER,
        "read-only");
  }

  @Test
  void shouldRefuseBuffersThatAreTooShort() {
    sharing(
        2,
        comm ->
            assertThat(
                    catchThrowableOfType(
                        ArrayIndexOutOfBoundsException.class,
                        () -> comm.allReduce(new double[1], 2, MPI.DOUBLE, MPI.SUM)))
                .hasMessageContaining("the buffer holds 8 bytes"));
    sharing(
        2,
        comm ->
            assertThat(
                    catchThrowableOfType(
                        ArrayIndexOutOfBoundsException.class,
                        () -> comm.allGather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT)))
                .hasMessageContaining("the buffer holds 4 bytes"));
  }

  @Test
  void shouldTellWhoHasAnotherAmount() {
    sharing(
        2,
        comm -> {
          int count = comm.getRank() + 1;
          assertFailure(
              () -> comm.allReduce(new double[2], new double[2], count, MPI.DOUBLE, MPI.SUM),
              MPI.ERR_TRUNCATE,
              "rank " + (1 - comm.getRank()) + " is in all reduce of " + 8 * (3 - count),
              "this rank in all reduce of " + 8 * count);
        });
  }

  @Test
  void shouldGiveASecondKindOfDataItsOwnLength() {
    sharing(
        2,
        comm -> {
          // Four bytes of which each rank has a part by another datatype.
          byte[] bytes = {1, 2, 3, 4};
          int[] all = new int[2];
          if (comm.getRank() == 0) {
            comm.gather(bytes, 4, MPI.BYTE, all, 1, MPI.INT, 0);
            assertThat(all).containsExactly(0x04030201, 0x04030201);
          } else {
            comm.gather(bytes, 4, MPI.BYTE, null, 0, null, 0);
          }
        });
  }

  @Test
  void shouldLeaveTheRestOfAPlaceAloneIfABlockIsShorter() {
    sharing(
        2,
        comm -> {
          int[] own = {7 + comm.getRank()};
          int[] all = {1, 2, 3, 4};
          comm.allGather(own, 1, MPI.INT, all, 2, MPI.INT);
          // Only what is in this rank's own place is known: it has told the other what was there.
          int first = 2 * comm.getRank();
          assertThat(all[first]).isEqualTo(7 + comm.getRank());
          assertThat(all[first + 1]).isEqualTo(2 + first);
        });
  }

  @Test
  void shouldNotWaitForIdsThatAFailedSplitHasNotAgreedOn() {
    sharing(
        2,
        comm -> {
          // One id, then two for all that is made next.
          comm.split(0, 0).free();
          if (comm.getRank() == 1) {
            assertFailure(
                () -> comm.allReduce(new double[1], 1, MPI.DOUBLE, MPI.SUM),
                MPI.ERR_TRUNCATE,
                "rank 0 is in all gather of 12 bytes");
            return;
          }
          assertFailure(
              () -> comm.split(0, 0), MPI.ERR_TRUNCATE, "rank 1 is in all reduce of 8 bytes");
          assertFailure(
              comm::dup, MPI.ERR_OTHER, "the ids were not agreed on by the communicator before it");
        });
  }
}
