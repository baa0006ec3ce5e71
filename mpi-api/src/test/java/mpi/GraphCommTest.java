package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GraphCommTest {
  private static final int[] INDEX = {2, 3, 4, 6};
  private static final int[] EDGES = {1, 3, 0, 3, 0, 2};
  private static final int[] NONE = {};

  private static void shouldRefuse(
      int ranks, int errorClass, String detail, Consumer<Intracomm> call) {
    MpiRanks.runInWorld(
        ranks,
        world ->
            Failure.expect(
                errorClass, ErrorClass.ofCode(errorClass).text(detail), () -> call.accept(world)));
  }

  @Test
  void shouldKnowTheWholeGraph() {
    MpiRanks.runInWorld(
        5,
        world -> {
          GraphComm graph = world.createGraph(INDEX, EDGES, true);
          assertThat(graph.isNull()).isEqualTo(world.getRank() == 4);
          if (graph.isNull()) {
            return;
          }
          assertThat(graph.getTopology()).isEqualTo(MPI.GRAPH);
          assertThat(graph.getSize()).isEqualTo(4);
          GraphParms parms = graph.getDims();
          assertThat(parms.getIndexCount()).isEqualTo(4);
          assertThat(parms.getIndex(3)).isEqualTo(6);
          assertThat(parms.getEdgeCount()).isEqualTo(6);
          assertThat(parms.getEdge(5)).isEqualTo(2);
          assertThat(graph.getNeighbors(0)).containsExactly(1, 3);
          assertThat(graph.getNeighbors(2)).containsExactly(3);
          int[] heard = new int[graph.getNeighbors(graph.getRank()).length];
          graph.neighborAllGather(new int[] {graph.getRank()}, 1, MPI.INT, heard, 1, MPI.INT);
          assertThat(heard).isEqualTo(graph.getNeighbors(graph.getRank()));
        });
  }

  @Test
  void shouldKeepTheGraphInDuplicates() {
    MpiRanks.runInWorld(
        4,
        world -> {
          GraphComm graph = world.createGraph(INDEX, EDGES, false);
          Info info = new Info();
          info.set("hint", "value");
          GraphComm hinted = graph.dupWithInfo(info);
          assertThat(hinted.getInfo().get("hint")).isEqualTo("value");
          Comm handle = graph;
          GraphComm copy = (GraphComm) handle.clone();
          GraphComm started = graph.iDup();
          started.getRequest().waitFor();
          graph.free();
          assertThat(started.getNeighbors(3)).containsExactly(0, 2);
          assertThat(hinted.getNeighbors(3)).containsExactly(0, 2);
          assertThat(copy.dup().getDims().getEdgeCount()).isEqualTo(6);
          GraphComm ring =
              world.createDistGraphAdjacent(
                  new int[] {(world.getRank() + 3) % 4},
                  new int[] {(world.getRank() + 1) % 4},
                  info,
                  false);
          assertThat(ring.getInfo().get("hint")).isEqualTo("value");
          assertThat(ring.dup().getTopology()).isEqualTo(MPI.DIST_GRAPH);
          assertThat(ring.dup().getDistGraphNeighbors().getSource(0))
              .isEqualTo((world.getRank() + 3) % 4);
        });
  }

  @Test
  void shouldMakeNothingOfAGraphWithoutNodes() {
    MpiRanks.runInWorld(
        2,
        world -> {
          assertThat(world.createGraph(NONE, NONE, false).isNull()).isTrue();
          world.barrier();
        });
  }

  @Test
  void shouldMapProcessesToTheirOwnNodes() {
    MpiRanks.runInWorld(
        4,
        world -> {
          GraphComm graph = world.createGraph(INDEX, EDGES, false);
          assertThat(graph.map(new int[] {1, 2}, new int[] {1, 0}))
              .isEqualTo(graph.getRank() < 2 ? graph.getRank() : MPI.UNDEFINED);
          Failure.expect(
              MPI.ERR_ARG,
              ErrorClass.ARG.text("the graph has no nodes"),
              () -> graph.map(NONE, NONE));
          Failure.expect(
              MPI.ERR_ARG,
              ErrorClass.ARG.text("the graph has 5 nodes; the communicator has 4"),
              () -> graph.map(new int[5], NONE));
        });
  }

  /** A star whose edges a process gives that is not its middle, each with its weight. */
  @Test
  void shouldCollectEdgesThatOthersGive() {
    MpiRanks.runInWorld(
        4,
        world -> {
          boolean gives = world.getRank() == 2;
          GraphComm star =
              world.createDistGraph(
                  gives ? new int[] {0, 3} : NONE,
                  gives ? new int[] {3, 1} : NONE,
                  gives ? new int[] {1, 2, 3, 0} : NONE,
                  gives ? new int[] {11, 12, 13, 30} : NONE,
                  MPI.INFO_NULL,
                  true);
          assertThat(star.getTopology()).isEqualTo(MPI.DIST_GRAPH);
          DistGraphNeighbors neighbors = star.getDistGraphNeighbors();
          assertThat(neighbors.isWeighted()).isTrue();
          int rank = star.getRank();
          assertThat(neighbors.getInDegree()).isEqualTo(1);
          assertThat(neighbors.getSource(0)).isEqualTo(rank == 0 ? 3 : 0);
          assertThat(neighbors.getSourceWeight(0)).isEqualTo(rank == 0 ? 30 : 10 + rank);
          assertThat(neighbors.getOutDegree()).isEqualTo(rank == 0 ? 3 : rank == 3 ? 1 : 0);
          if (rank == 0) {
            assertThat(neighbors.getDestination(2)).isEqualTo(3);
            assertThat(neighbors.getDestinationWeight(2)).isEqualTo(13);
          }
        });
  }

  @Test
  void shouldRefuseWeightsThatOnlySomeGive() {
    MpiRanks.runInWorld(
        3,
        world -> {
          int rank = world.getRank();
          String own =
              rank == 1
                  ? "rank 1 gives weights and rank 0 gives none"
                  : "rank 1 gives weights and rank " + rank + " gives none";
          Failure.expect(
              MPI.ERR_ARG,
              ErrorClass.ARG.text(own),
              () -> {
                if (rank == 1) {
                  world.createDistGraph(NONE, NONE, NONE, NONE, MPI.INFO_NULL, false);
                } else {
                  world.createDistGraph(NONE, NONE, NONE, MPI.INFO_NULL, false);
                }
              });
          world.barrier();
        });
  }

  @Test
  void shouldTellTheKindsOfGraphsApart() {
    MpiRanks.runInWorld(
        1,
        world -> {
          GraphComm loop = world.createGraph(new int[] {1}, new int[1], false);
          Failure.expect(
              MPI.ERR_TOPOLOGY,
              ErrorClass.TOPOLOGY.text("the topology is a graph, not a distributed one"),
              loop::getDistGraphNeighbors);
          GraphComm distributed =
              world.createDistGraphAdjacent(new int[1], new int[1], MPI.INFO_NULL, false);
          String detail = ErrorClass.TOPOLOGY.text("the topology is a distributed graph");
          Failure.expect(MPI.ERR_TOPOLOGY, detail, distributed::getDims);
          Failure.expect(MPI.ERR_TOPOLOGY, detail, () -> distributed.getNeighbors(0));
          Failure.expect(
              MPI.ERR_RANK,
              ErrorClass.RANK.text("the rank is 1; it must be from 0 to 0"),
              () -> loop.getNeighbors(1));
        });
  }

  @Test
  void shouldRefuseGraphsThatCannotBe() {
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the graph has 2 nodes; the communicator has 1",
        world -> world.createGraph(new int[2], NONE, false));
    shouldRefuse(
        2,
        MPI.ERR_ARG,
        "the index of node 1 is 1; it must be at least 2",
        world -> world.createGraph(new int[] {2, 1}, new int[2], false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the index of node 0 is -1; it must be at least 0",
        world -> world.createGraph(new int[] {-1}, NONE, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of edges has 0 elements; it must have one for each of 1 edges",
        world -> world.createGraph(new int[] {1}, NONE, false));
    shouldRefuse(
        2,
        MPI.ERR_ARG,
        "edge 1 leads to 2; it must be from 0 to 1",
        world -> world.createGraph(new int[] {1, 2}, new int[] {1, 2}, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of indices is null",
        world -> world.createGraph(null, NONE, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of edges is null",
        world -> world.createGraph(NONE, null, false));
  }

  @Test
  void shouldRefuseEdgesThatCannotBe() {
    int[] one = {1};
    int[] zero = {0};
    refuseEdges("source 0 is 1; it must be from 0 to 0, or MPI.PROC_NULL (-2)", one, one, zero);
    refuseEdges("destination 0 is 1; it must be from 0 to 0", zero, one, one);
    refuseEdges("the degree of source 0 is -1", zero, new int[] {-1}, zero);
    refuseEdges("the array of destinations has 0 elements", zero, one, NONE);
    refuseEdges("the array of degrees has 0 elements", zero, NONE, zero);
    refuseEdges("the array of sources is null", null, one, zero);
    refuseEdges("the array of degrees is null", zero, null, zero);
    refuseEdges("the array of destinations is null", zero, one, null);
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of weights is null",
        world -> world.createDistGraph(zero, one, zero, null, MPI.INFO_NULL, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the weight of edge 0 is -3; it must be at least 0",
        world -> world.createDistGraph(zero, one, zero, new int[] {-3}, MPI.INFO_NULL, false));
    shouldRefuse(
        1,
        MPI.ERR_INFO,
        "the info object is null",
        world -> world.createDistGraph(zero, one, zero, null, false));
  }

  @Test
  void shouldRefuseOwnEdgesThatCannotBe() {
    int[] zero = {0};
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of weights of sources has 0 elements; it must have one for each of 1 edges",
        world -> world.createDistGraphAdjacent(zero, NONE, zero, zero, MPI.INFO_NULL, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "the array of weights of destinations is null",
        world -> world.createDistGraphAdjacent(zero, zero, zero, null, MPI.INFO_NULL, false));
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        "destination 0 is 7",
        world -> world.createDistGraphAdjacent(zero, new int[] {7}, MPI.INFO_NULL, false));
    shouldRefuse(
        1,
        MPI.ERR_INFO,
        "the info object is null",
        world -> world.createDistGraphAdjacent(zero, zero, null, false));
  }

  private static void refuseEdges(String detail, int[] sources, int[] degrees, int[] destinations) {
    shouldRefuse(
        1,
        MPI.ERR_ARG,
        detail,
        world -> world.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false));
  }
}
