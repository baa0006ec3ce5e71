package mpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CartCommTest {
  private static final boolean[] OPEN = {false, false};

  private static void shouldRefuse(
      int ranks, int errorClass, String detail, Consumer<Intracomm> call) {
    MpiRanks.runInWorld(
        ranks,
        world ->
            Failure.expect(
                errorClass, ErrorClass.ofCode(errorClass).text(detail), () -> call.accept(world)));
  }

  @Test
  void shouldArrangeTheFirstRanksInAGrid() {
    MpiRanks.runInWorld(
        7,
        world -> {
          CartComm grid = world.createCart(new int[] {2, 3}, new boolean[] {false, true}, true);
          int rank = world.getRank();
          assertThat(grid.isNull()).isEqualTo(rank == 6);
          if (!grid.isNull()) {
            assertThat(grid.getTopology()).isEqualTo(MPI.CART);
            assertThat(grid.getSize()).isEqualTo(6);
            assertThat(grid.getRank()).isEqualTo(rank);
            CartParms parms = grid.getTopo();
            assertThat(parms.getDimCount()).isEqualTo(2);
            assertThat(parms.getDim(0)).isEqualTo(2);
            assertThat(parms.getDim(1)).isEqualTo(3);
            assertThat(parms.getPeriod(0)).isFalse();
            assertThat(parms.getPeriod(1)).isTrue();
            assertThat(parms.getCoord(0)).isEqualTo(rank / 3);
            assertThat(parms.getCoord(1)).isEqualTo(rank % 3);
            assertThatThrownBy(() -> parms.getDim(2))
                .isInstanceOf(ArrayIndexOutOfBoundsException.class);
            assertThat(grid.getCoords(5)).containsExactly(1, 2);
            assertThat(grid.getRank(new int[] {1, -2})).isEqualTo(4);
            grid.barrier();
            grid.free();
            assertThat(grid.isNull()).isTrue();
          } else {
            Failure.expect(
                MPI.ERR_COMM,
                "MPI_ERR_COMM: invalid communicator: the communicator is null or has been freed",
                grid::getTopo);
          }
          // All still agree on ids.
          world.dup().barrier();
        });
  }

  @Test
  void shouldShiftOffTheEdgeOrAround() {
    MpiRanks.runInWorld(
        6,
        world -> {
          CartComm grid = world.createCart(new int[] {2, 3}, new boolean[] {false, true}, true);
          int rank = grid.getRank();
          ShiftParms down = grid.shift(0, 1);
          assertThat(down.getRankSource()).isEqualTo(rank < 3 ? MPI.PROC_NULL : rank - 3);
          assertThat(down.getRankDest()).isEqualTo(rank < 3 ? rank + 3 : MPI.PROC_NULL);
          ShiftParms around = grid.shift(1, -4);
          assertThat(around.getRankSource()).isEqualTo(rank / 3 * 3 + (rank + 1) % 3);
          assertThat(around.getRankDest()).isEqualTo(rank / 3 * 3 + (rank + 2) % 3);
          assertThat(grid.shift(0, Integer.MIN_VALUE).getRankDest()).isEqualTo(MPI.PROC_NULL);
        });
  }

  @Test
  void shouldMakeOneProcessAGridWithoutDimensions() {
    MpiRanks.runInWorld(
        3,
        world -> {
          CartComm point = world.createCart(new int[0], new boolean[0], false);
          assertThat(point.isNull()).isEqualTo(world.getRank() != 0);
          if (!point.isNull()) {
            assertThat(point.getSize()).isEqualTo(1);
            assertThat(point.getTopo().getDimCount()).isZero();
            assertThat(point.getCoords(0)).isEmpty();
            assertThat(point.getRank(new int[0])).isZero();
            assertThat(point.getRank((int[]) null)).isZero();
            assertThat(point.sub(null).getSize()).isEqualTo(1);
            int[] untouched = {7};
            point.neighborAllToAll(new int[1], 1, MPI.INT, untouched, 1, MPI.INT);
            point.iNeighborAllGather(new int[1], 1, MPI.INT, untouched, 1, MPI.INT).waitFor();
            assertThat(untouched).containsExactly(7);
          }
        });
  }

  @Test
  void shouldKeepTheGridInDuplicates() {
    MpiRanks.runInWorld(
        4,
        world -> {
          CartComm grid = world.createCart(new int[] {2, 2}, OPEN, false);
          int key = Comm.createKeyval();
          grid.setAttr(key, "attribute");
          grid.setName("plane");
          Info info = new Info();
          info.set("hint", "value");
          CartComm hinted = grid.dupWithInfo(info);
          assertThat(hinted.getInfo().get("hint")).isEqualTo("value");
          Comm handle = grid;
          Comm copy = handle.clone();
          CartComm started = grid.iDup();
          started.getRequest().waitFor();
          grid.free();
          for (Comm dup : new Comm[] {hinted, started, copy, copy.dup()}) {
            CartComm again = (CartComm) dup;
            assertThat(again.getTopology()).isEqualTo(MPI.CART);
            assertThat(again.getTopo().getDim(1)).isEqualTo(2);
            assertThat(again.getAttr(key)).isEqualTo("attribute");
            int[] heard = {-1, -1, -1, -1};
            again.neighborAllGather(new int[] {again.getRank()}, 1, MPI.INT, heard, 1, MPI.INT);
            ShiftParms column = again.shift(0, 1);
            assertThat(Math.max(-1, column.getRankSource())).isEqualTo(heard[0]);
            assertThat(Math.max(-1, column.getRankDest())).isEqualTo(heard[1]);
          }
        });
  }

  @Test
  void shouldHaveNoTopologyAfterASplit() {
    MpiRanks.runInWorld(
        2,
        world -> {
          assertThat(world.getTopology()).isEqualTo(MPI.UNDEFINED);
          CartComm grid = world.createCart(new int[] {2}, new boolean[1], false);
          Intracomm half = grid.split(0, 0);
          assertThat(half.getTopology()).isEqualTo(MPI.UNDEFINED);
          assertThat(half).isNotInstanceOf(CartComm.class);
          assertThat(grid.create(grid.getGroup()).getTopology()).isEqualTo(MPI.UNDEFINED);
        });
  }

  @Test
  void shouldCutAGridIntoParts() {
    MpiRanks.runInWorld(
        12,
        world -> {
          CartComm grid =
              world.createCart(new int[] {2, 3, 2}, new boolean[] {true, false, true}, false);
          int[] place = grid.getCoords(grid.getRank());
          CartComm plane = grid.sub(new boolean[] {true, false, true});
          assertThat(plane.getSize()).isEqualTo(4);
          assertThat(plane.getTopo().getDimCount()).isEqualTo(2);
          assertThat(plane.getTopo().getPeriod(1)).isTrue();
          assertThat(plane.getCoords(plane.getRank())).containsExactly(place[0], place[2]);
          CartComm line = grid.sub(new boolean[] {false, true, false});
          assertThat(line.getRank()).isEqualTo(place[1]);
          assertThat(line.getTopo().getPeriod(0)).isFalse();
          int[] middles = {-1};
          line.allReduce(new int[] {place[1]}, middles, 1, MPI.INT, MPI.SUM);
          assertThat(middles[0]).isEqualTo(3);
          CartComm alone = grid.sub(new boolean[3]);
          assertThat(alone.getSize()).isEqualTo(1);
          assertThat(alone.getTopology()).isEqualTo(MPI.CART);
          assertThat(alone.getTopo().getDimCount()).isZero();
          CartComm lineOfPlane = plane.sub(new boolean[] {false, true});
          assertThat(lineOfPlane.getCoords(lineOfPlane.getRank())).containsExactly(place[2]);
        });
  }

  @Test
  void shouldMapProcessesToTheirOwnPlaces() {
    MpiRanks.runInWorld(
        4,
        world -> {
          CartComm grid = world.createCart(new int[] {4}, new boolean[1], true);
          assertThat(grid.map(new int[] {3}, new boolean[1]))
              .isEqualTo(grid.getRank() == 3 ? MPI.UNDEFINED : grid.getRank());
        });
    shouldRefuse(
        2,
        MPI.ERR_DIMS,
        "the grid has 3 processes; the communicator has 2",
        world ->
            world
                .createCart(new int[] {2}, new boolean[1], false)
                .map(new int[] {3}, new boolean[1]));
  }

  /** What one process sends upwards the other receives from below, and the other way round. */
  @Test
  void shouldExchangeBothWaysWithTheSameNeighbor() {
    MpiRanks.runInWorld(
        2,
        world -> {
          CartComm ring = world.createCart(new int[] {2}, new boolean[] {true}, false);
          int rank = ring.getRank();
          int other = 1 - rank;
          int[] sent = {10 * rank, 10 * rank + 1};
          int[] received = new int[2];
          ring.neighborAllToAll(sent, 1, MPI.INT, received, 1, MPI.INT);
          assertThat(received).containsExactly(10 * other + 1, 10 * other);
          Arrays.fill(received, -1);
          ring.iNeighborAllToAll(sent, 1, MPI.INT, received, 1, MPI.INT).waitFor();
          assertThat(received).containsExactly(10 * other + 1, 10 * other);
        });
  }

  @Test
  void shouldBeItsOwnNeighborInAPeriodicDimensionOfOne() {
    MpiRanks.runInWorld(
        1,
        world -> {
          CartComm ring = world.createCart(new int[] {1, 1}, new boolean[] {true, false}, false);
          int[] received = {-1, -1, -1, -1};
          ring.neighborAllToAll(new int[] {1, 2, 3, 4}, 1, MPI.INT, received, 1, MPI.INT);
          assertThat(received).containsExactly(2, 1, -1, -1);
        });
  }

  @Test
  void shouldRefuseGridsThatCannotBe() {
    shouldRefuse(
        3,
        MPI.ERR_ARG,
        "the grid has 4 processes; the communicator has 3",
        world -> world.createCart(new int[] {2, 2}, OPEN, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the grid has 1000000000000 processes; the communicator has 1",
        world -> world.createCart(new int[] {1_000_000, 1_000_000}, OPEN, false));
    shouldRefuse(
        1,
        MPI.ERR_DIMS,
        "the length of dimension 1 is 0; it must be at least 1",
        world -> world.createCart(new int[] {1, 0}, OPEN, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of dimensions is null",
        world -> world.createCart(null, OPEN, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of periods is null",
        world -> world.createCart(new int[] {1}, null, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of periods has 2 elements; it must have one for each of 3 dimensions",
        world -> world.createCart(new int[] {1, 1, 1}, OPEN, false));
  }

  @Test
  void shouldRefusePlacesThatAreNotInTheGrid() {
    MpiRanks.runInWorld(
        2,
        world -> {
          CartComm grid = world.createCart(new int[] {2, 1}, OPEN, false);
          expect(
              grid,
              MPI.ERR_ARG,
              "the coordinate in dimension 0 is 2; it must be from 0 to 1",
              () -> grid.getRank(new int[] {2, 0}));
          expect(
              grid,
              MPI.ERR_ARG,
              "the coordinate in dimension 1 is -1; it must be from 0 to 0",
              () -> grid.getRank(new int[] {0, -1}));
          expect(
              grid,
              MPI.ERR_ARG,
              "the array of coordinates has 1 elements",
              () -> grid.getRank(new int[1]));
          expect(
              grid,
              MPI.ERR_ARG,
              "the array of coordinates is null",
              () -> grid.getRank((int[]) null));
          expect(
              grid, MPI.ERR_RANK, "the rank is 2; it must be from 0 to 1", () -> grid.getCoords(2));
          expect(
              grid,
              MPI.ERR_DIMS,
              "the direction is 2; the grid has 2 dimensions",
              () -> grid.shift(2, 1));
          expect(grid, MPI.ERR_DIMS, "the direction is -1", () -> grid.shift(-1, 1));
          expect(
              grid,
              MPI.ERR_ARG,
              "the array of remaining dimensions has 1 elements",
              () -> grid.sub(new boolean[1]));
          expect(
              grid, MPI.ERR_ARG, "the array of remaining dimensions is null", () -> grid.sub(null));
          expect(grid, MPI.ERR_INFO, "the info object is null", () -> grid.dupWithInfo(null));
        });
  }

  private static void expect(CartComm grid, int errorClass, String detail, Runnable call) {
    Failure.expect(errorClass, ErrorClass.ofCode(errorClass).text(detail), call::run);
    assertThat(grid.isNull()).isFalse();
  }

  @Test
  void shouldCheckWhatDimensionsAreToBeChosen() {
    assertThat(TopologyArguments.ofDimensions(6, new int[] {0, 3, 0})).isNull();
    assertThat(TopologyArguments.ofDimensions(1, new int[0])).isNull();
    assertThat(TopologyArguments.ofDimensions(6, new int[] {2, 3})).isNull();
    violates(ErrorClass.ARG, "the array of dimensions is null", 6, null);
    violates(ErrorClass.DIMS, "the number of nodes is 0; it must be at least 1", 0, new int[1]);
    violates(
        ErrorClass.DIMS,
        "the length of dimension 1 is -2; it must be at least 0",
        6,
        new int[] {0, -2});
    violates(
        ErrorClass.DIMS,
        "the length of dimension 0 is 4, which does not divide 6 nodes",
        6,
        new int[] {4, 0});
    violates(
        ErrorClass.DIMS,
        "the length of dimension 1 is 2, which does not divide 3, what is left of 6 nodes",
        6,
        new int[] {2, 2, 0});
    violates(
        ErrorClass.DIMS,
        "the given lengths make 3 of 6 nodes, and none is free",
        6,
        new int[] {3, 1});
    violates(
        ErrorClass.DIMS, "the given lengths make 1 of 2 nodes, and none is free", 2, new int[0]);
  }

  private static void violates(ErrorClass errorClass, String detail, int nodes, int[] dims) {
    assertThat(TopologyArguments.ofDimensions(nodes, dims))
        .isEqualTo(new Violation(errorClass, detail));
  }
}
