package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collectives between two groups. */
class InterCollectivesTest {
  @Property(tries = 120, shrinking = ShrinkingMode.OFF)
  void shouldGiveWhatTheDefinitionSays(
      @ForAll @IntRange(min = 1, max = 5) int first,
      @ForAll @IntRange(min = 1, max = 5) int second,
      @ForAll long seed) {
    int[] sides = Intercomms.divided(first + second, first);
    MpiRanks.runInWorld(
        first + second,
        world -> {
          Intercomm comm = Intercomms.join(world, sides);
          new RandomInterCollectives(comm, sides[world.getRank()], seed).run(12);
          comm.free();
        });
  }

  /** Nobody leaves before all of the other group have come. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "3, 2"})
  void shouldHoldBothGroupsBack(int first, int second) {
    int ranks = first + second;
    int[] sides = Intercomms.divided(ranks, first);
    int[] entered = new int[2];
    MpiRanks.runInWorld(
        ranks,
        world -> {
          Intercomm comm = Intercomms.join(world, sides);
          int side = sides[world.getRank()];
          for (int i = 1; i <= 20; i++) {
            synchronized (entered) {
              entered[side]++;
            }
            comm.barrier();
            synchronized (entered) {
              assertThat(entered[1 - side]).isGreaterThanOrEqualTo(i * comm.getRemoteSize());
            }
          }
        });
  }

  @Test
  void shouldRefuseOperationsInPlace() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1);
          int[] data = new int[8];
          int[] counts = {1, 1};
          int[] places = {0, 1};
          String buffer = "MPI_ERR_BUFFER: invalid buffer pointer: there is no operation in place";
          String arg =
              "MPI_ERR_ARG: invalid argument of some other kind: there is no operation in place";
          Failure.expect(MPI.ERR_BUFFER, buffer, () -> comm.allReduce(data, 1, MPI.INT, MPI.SUM));
          Failure.expect(MPI.ERR_BUFFER, buffer, () -> comm.iAllReduce(data, 1, MPI.INT, MPI.SUM));
          Failure.expect(
              MPI.ERR_BUFFER, buffer, () -> comm.reduce(data, 1, MPI.INT, MPI.SUM, MPI.ROOT));
          Failure.expect(
              MPI.ERR_BUFFER, buffer, () -> comm.reduceScatter(data, counts, MPI.INT, MPI.SUM));
          Failure.expect(
              MPI.ERR_BUFFER, buffer, () -> comm.reduceScatterBlock(data, 1, MPI.INT, MPI.SUM));
          Failure.expect(MPI.ERR_ARG, arg, () -> comm.allGather(data, 1, MPI.INT));
          Failure.expect(MPI.ERR_ARG, arg, () -> comm.allGatherv(data, counts, places, MPI.INT));
          Failure.expect(MPI.ERR_ARG, arg, () -> comm.gather(data, 1, MPI.INT, MPI.ROOT));
          Failure.expect(MPI.ERR_ARG, arg, () -> comm.scatter(data, 1, MPI.INT, MPI.ROOT));
          Failure.expect(
              MPI.ERR_ARG, arg, () -> comm.gatherv(data, counts, places, MPI.INT, MPI.ROOT));
          Failure.expect(
              MPI.ERR_ARG, arg, () -> comm.scatterv(data, counts, places, MPI.INT, MPI.ROOT));
          comm.barrier();
        });
  }

  @Test
  void shouldRefuseWrongRootsAndArguments() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1);
          int[] data = new int[8];
          int remote = comm.getRemoteSize();
          String text = "MPI_ERR_ROOT: invalid root: the root is ";
          Failure.expect(MPI.ERR_ROOT, text + remote, () -> comm.bcast(data, 1, MPI.INT, remote));
          Failure.expect(MPI.ERR_ROOT, text + -1, () -> comm.bcast(data, 1, MPI.INT, -1));
          Failure.expect(
              MPI.ERR_ROOT, text + 9, () -> comm.reduce(data, data, 1, MPI.INT, MPI.SUM, 9));
          Failure.expect(
              MPI.ERR_ROOT, text + -3, () -> comm.gather(data, 1, MPI.INT, data, 1, MPI.INT, -3));
          Failure.expect(
              MPI.ERR_COUNT, "MPI_ERR_COUNT", () -> comm.bcast(data, -1, MPI.INT, MPI.ROOT));
          Failure.expect(MPI.ERR_TYPE, "MPI_ERR_TYPE", () -> comm.bcast(data, 1, null, MPI.ROOT));
          // Whoever has no part in it may give anything.
          comm.bcast(null, -1, null, MPI.PROC_NULL);
          comm.reduce(null, null, -1, null, null, MPI.PROC_NULL);
          comm.gather(null, -1, null, null, -1, null, MPI.PROC_NULL);
          comm.scatter(null, -1, null, null, -1, null, MPI.PROC_NULL);
          comm.barrier();
        });
  }

  /** What is left of it must not disturb who gets the communicator's id next. */
  @Test
  void shouldRefuseBlocksThatAreNotAsLongTogetherInBothGroups() {
    MpiRanks.runInWorld(
        3,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1, 1);
          int[] counts = comm.getSize() == 1 ? new int[] {5} : new int[] {1, 3};
          Failure.expect(
              MPI.ERR_TRUNCATE,
              "MPI_ERR_TRUNCATE: message truncated: the counts of the other group are",
              () -> comm.reduceScatter(new int[5], new int[5], counts, MPI.INT, MPI.SUM));
          comm.free();
          Intercomm next = Intercomms.join(world, 0, 1, 1);
          next.barrier();
        });
  }

  @Test
  void shouldReportMessagesThatAreTooLong() {
    MpiRanks.runInWorld(
        2,
        world -> {
          Intercomm comm = Intercomms.join(world, 0, 1);
          if (world.getRank() == 0) {
            comm.bcast(new int[5], 5, MPI.INT, MPI.ROOT);
          } else {
            Failure.expect(
                MPI.ERR_TRUNCATE,
                "MPI_ERR_TRUNCATE: message truncated: the message from rank 0 has 20 bytes",
                () -> comm.bcast(new int[4], 4, MPI.INT, 0));
          }
          comm.barrier();
        });
  }

  /** An id must not be used again by those who may still get messages of what has failed. */
  @Test
  void shouldKeepTheIdOfACommunicatorOnWhichAnOperationFailed() {
    MpiRanks ranks = new MpiRanks(2);
    ranks.run(
        process -> {
          Intracomm world = process.world();
          world.setErrhandler(MPI.ERRORS_RETURN);
          Intercomm comm = Intercomms.join(world, 0, 1);
          boolean fails = world.getRank() == 1;
          if (fails) {
            Failure.expect(
                MPI.ERR_TRUNCATE, "MPI_ERR_TRUNCATE", () -> comm.bcast(new int[1], 1, MPI.INT, 0));
          } else {
            comm.bcast(new int[2], 2, MPI.INT, MPI.ROOT);
          }
          int id = comm.live("the test").id();
          comm.free();
          long next = process.communicatorIds().propose(Creation.byAll(0, 1000), id);
          process.communicatorIds().end(Creation.byAll(0, 1000));
          assertThat(next == id).isEqualTo(!fails);
        });
  }
}
