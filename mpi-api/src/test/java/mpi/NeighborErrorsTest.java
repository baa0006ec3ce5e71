package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.IntBuffer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Neighbor collectives with wrong arguments. */
class NeighborErrorsTest {
  /** On a grid of one process that is its own neighbor on both sides. */
  private static void shouldFail(int errorClass, String detail, Consumer<CartComm> call) {
    MpiRanks.runInWorld(
        1,
        world -> {
          CartComm ring = world.createCart(new int[] {1}, new boolean[] {true}, false);
          Failure.expect(
              errorClass, ErrorClass.ofCode(errorClass).text(detail), () -> call.accept(ring));
        });
  }

  @Test
  void shouldRefuseCommunicatorsWithoutTopology() {
    int[] data = new int[2];
    int[] some = new int[2];
    String detail = ErrorClass.TOPOLOGY.text("MPI_COMM_WORLD has no topology");
    MpiRanks.runInWorld(
        1,
        world -> {
          refuse(detail, () -> world.neighborAllGather(data, 1, MPI.INT, data, 1, MPI.INT));
          refuse(detail, () -> world.iNeighborAllGather(data, 1, MPI.INT, data, 1, MPI.INT));
          refuse(
              detail, () -> world.neighborAllGatherv(data, 1, MPI.INT, data, some, some, MPI.INT));
          refuse(detail, () -> world.neighborAllToAll(data, 1, MPI.INT, data, 1, MPI.INT));
          refuse(
              detail,
              () -> world.iNeighborAllToAllv(data, some, some, MPI.INT, data, some, some, MPI.INT));
        });
  }

  private static void refuse(String message, Runnable call) {
    Failure.expect(MPI.ERR_TOPOLOGY, message, call::run);
  }

  @Test
  void shouldRefuseGraphsWhoseEdgesHaveOneDirection() {
    MpiRanks.runInWorld(
        3,
        world -> {
          GraphComm graph = world.createGraph(new int[] {1, 1, 1}, new int[] {1}, false);
          assertThat(graph.getNeighbors(0)).containsExactly(1);
          for (int i = 0; i < 2; i++) {
            refuse(
                ErrorClass.TOPOLOGY.text("node 0 names node 1 more often than that names it"),
                () -> graph.neighborAllGather(new int[1], 1, MPI.INT, new int[1], 1, MPI.INT));
          }
          graph.barrier();
        });
  }

  @Test
  void shouldRefuseCountsTypesAndBuffers() {
    int[] data = new int[2];
    shouldFail(
        MPI.ERR_COUNT,
        "the count is -1",
        ring -> ring.neighborAllGather(data, -1, MPI.INT, data, 1, MPI.INT));
    shouldFail(
        MPI.ERR_TYPE,
        "the datatype is null",
        ring -> ring.neighborAllToAll(data, 1, MPI.INT, data, 1, null));
    shouldFail(
        MPI.ERR_BUFFER,
        "the buffer is null",
        ring -> ring.iNeighborAllToAll(null, 1, MPI.INT, data, 1, MPI.INT));
    shouldFail(
        MPI.ERR_BUFFER,
        "the buffer is read-only",
        ring ->
            ring.iNeighborAllGather(
                IntBuffer.allocate(1),
                1,
                MPI.INT,
                IntBuffer.allocate(2).asReadOnlyBuffer(),
                1,
                MPI.INT));
  }

  @Test
  void shouldRefuseArraysOfCountsAndDisplacements() {
    int[] data = new int[2];
    int[] two = new int[2];
    shouldFail(
        MPI.ERR_COUNT,
        "the array of counts has 1 elements; it must have one for each of 2 neighbors",
        ring -> ring.neighborAllGatherv(data, 0, MPI.INT, data, new int[1], two, MPI.INT));
    shouldFail(
        MPI.ERR_ARG,
        "the array of displacements is null",
        ring -> ring.neighborAllGatherv(data, 0, MPI.INT, data, two, null, MPI.INT));
    shouldFail(
        MPI.ERR_COUNT,
        "the count for neighbor 1 is -4; it must be at least 0",
        ring ->
            ring.neighborAllToAllv(data, new int[] {0, -4}, two, MPI.INT, data, two, two, MPI.INT));
    shouldFail(
        MPI.ERR_ARG,
        "the displacement for neighbor 0 is -1; it must be at least 0",
        ring ->
            ring.iNeighborAllToAllv(
                data, two, two, MPI.INT, data, new int[] {1, 0}, new int[] {-1, 0}, MPI.INT));
  }

  @Test
  void shouldRefuseBuffersThatAreTooShort() {
    MpiRanks.runInWorld(
        1,
        world -> {
          CartComm ring = world.createCart(new int[] {1}, new boolean[] {true}, false);
          int[] one = new int[1];
          assertThatThrownBy(() -> ring.neighborAllGather(one, 1, MPI.INT, one, 1, MPI.INT))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class)
              .hasMessageContaining("the buffer holds 4 bytes; the operation needs 8");
          assertThatThrownBy(() -> ring.neighborAllToAll(one, 1, MPI.INT, new int[2], 1, MPI.INT))
              .isInstanceOf(ArrayIndexOutOfBoundsException.class)
              .hasMessageContaining("needs 8");
        });
  }

  @Test
  void shouldSayWhichNeighborSentMoreThanWasExpected() {
    MpiRanks.runInWorld(
        2,
        world -> {
          CartComm line = world.createCart(new int[] {2}, new boolean[1], false);
          int[] data = new int[8];
          if (line.getRank() == 0) {
            line.neighborAllGather(data, 4, MPI.INT, new int[8], 1, MPI.INT);
          } else {
            assertThatThrownBy(
                    () -> line.neighborAllGather(data, 1, MPI.INT, new int[8], 1, MPI.INT))
                .isInstanceOf(MPIException.class)
                .hasMessageContaining(
                    "MPI_ERR_TRUNCATE: message truncated: the message from rank 0");
          }
          line.barrier();
        });
  }
}
