package mpi;

import java.util.Arrays;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.topology.CartesianGrid;
import org.ob1j.runtime.topology.DistributedGraph;
import org.ob1j.runtime.topology.Graph;
import org.ob1j.runtime.topology.ScatteredEdges;
import org.ob1j.runtime.topology.Topology;

/**
 * Makes communicators that have a topology (MPI standard, "Topology Constructors"). All ranks of
 * the parent take part. Processes keep the order that they have in the parent.
 */
final class TopologyCreation {
  private static final TypeMap INTS = TypeMap.of(PrimitiveType.INT);

  private TopologyCreation() {}

  /** A grid of the first ranks; null for those that are left. */
  static Communicator grid(Communicator parent, int[] dims, boolean[] periods) {
    String operation = "Intracomm.createCart";
    int size = parent.pointToPoint().size();
    require(parent, operation, TopologyArguments.ofGrid(dims, periods, size, ErrorClass.ARG));
    CartesianGrid grid = new CartesianGrid(dims, Arrays.copyOf(periods, dims.length));
    return ofFirst(operation, parent, (int) CartesianGrid.processes(dims), grid);
  }

  /** A part of a grid; each rank has a part of its own. */
  static Communicator part(Communicator parent, CartesianGrid grid, boolean[] kept) {
    boolean[] keptDimensions =
        grid.dimensions() == 0 ? new boolean[0] : Arrays.copyOf(kept, grid.dimensions());
    int[] ranks = grid.slice(parent.pointToPoint().rank(), keptDimensions);
    return of("CartComm.sub", parent, ranks, grid.of(keptDimensions));
  }

  /** A graph of the first ranks; null for those that are left. */
  static Communicator graph(Communicator parent, int[] index, int[] edges) {
    String operation = "Intracomm.createGraph";
    require(
        parent, operation, TopologyArguments.ofGraph(index, edges, parent.pointToPoint().size()));
    return index.length == 0
        ? null
        : ofFirst(operation, parent, index.length, new Graph(index, edges));
  }

  /** A graph of all ranks, of which each gives the edges that begin and end at it. */
  static Communicator adjacentGraph(
      Communicator parent,
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted,
      Info info) {
    String operation = "Intracomm.createDistGraphAdjacent";
    int size = parent.pointToPoint().size();
    require(
        parent,
        operation,
        TopologyArguments.ofAdjacentGraph(
            sources, sourceWeights, destinations, destinationWeights, weighted, size));
    requireInfo(parent, operation, info);
    DistributedGraph graph =
        new DistributedGraph(
            sources,
            weighted ? Arrays.copyOf(sourceWeights, sources.length) : new int[sources.length],
            destinations,
            weighted
                ? Arrays.copyOf(destinationWeights, destinations.length)
                : new int[destinations.length],
            weighted);
    return withInfo(ofFirst(operation, parent, size, graph), info);
  }

  /** A graph of all ranks, of which each gives some edges of anybody. */
  static Communicator distributedGraph(
      Communicator parent,
      int[] sources,
      int[] degrees,
      int[] destinations,
      int[] weights,
      boolean weighted,
      Info info) {
    String operation = "Intracomm.createDistGraph";
    int size = parent.pointToPoint().size();
    require(
        parent,
        operation,
        TopologyArguments.ofDistributedGraph(
            sources, degrees, destinations, weighted, weights, size));
    requireInfo(parent, operation, info);
    ScatteredEdges edges = new ScatteredEdges(size, sources, degrees, destinations, weights);
    int[] numbers;
    try {
      numbers = exchange(operation, parent, edges, weighted);
    } catch (RuntimeException failure) {
      throw parent.collectiveFailure(operation, failure);
    }
    DistributedGraph graph =
        ScatteredEdges.gathered(parent.pointToPoint().rank(), numbers, weighted);
    return withInfo(ofFirst(operation, parent, size, graph), info);
  }

  /** Tells each rank of its edges; returns what this one was told, by rank 0 first. */
  private static int[] exchange(
      String operation, Communicator parent, ScatteredEdges edges, boolean weighted) {
    Collectives collectives = parent.collectives();
    int size = parent.pointToPoint().size();
    int[] announced = new int[2 * size];
    for (int rank = 0; rank < size; rank++) {
      announced[2 * rank] = edges.counts()[rank];
      announced[2 * rank + 1] = weighted ? 1 : 0;
    }
    int[] expected = new int[2 * size];
    collectives.run(
        collectives.allToAll(
            Blocks.uniform(announced, 2, INTS), Blocks.uniform(expected, 2, INTS)));
    int[] counts = new int[size];
    int[] displacements = new int[size];
    for (int rank = 0; rank < size; rank++) {
      counts[rank] = expected[2 * rank];
      requireSame(operation, parent, weighted, rank, expected[2 * rank + 1] == 1);
      if (rank > 0) {
        displacements[rank] = Math.addExact(displacements[rank - 1], counts[rank - 1]);
      }
    }
    int[] numbers = new int[Math.addExact(displacements[size - 1], counts[size - 1])];
    collectives.run(
        collectives.allToAllV(
            Blocks.of(edges.numbers(), edges.counts(), edges.displacements(), INTS),
            Blocks.of(numbers, counts, displacements, INTS)));
    return numbers;
  }

  private static void requireSame(
      String operation, Communicator parent, boolean weighted, int rank, boolean theirs) {
    if (weighted != theirs) {
      int own = parent.pointToPoint().rank();
      throw parent.raise(
          operation,
          ErrorClass.ARG,
          "rank "
              + (weighted ? own : rank)
              + " gives weights and rank "
              + (weighted ? rank : own)
              + " gives none; either all give them or nobody");
    }
  }

  private static Communicator ofFirst(
      String operation, Communicator parent, int count, Topology topology) {
    int[] ranks = new int[count];
    for (int rank = 0; rank < count; rank++) {
      ranks[rank] = rank;
    }
    return of(operation, parent, ranks, topology);
  }

  private static Communicator of(
      String operation, Communicator parent, int[] ranks, Topology topology) {
    int[] processes = new int[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      processes[i] = parent.group().members()[ranks[i]];
    }
    Group members = new Group(parent.process(), processes);
    Communicator made = CommunicatorCreation.create(operation, parent, members);
    if (made != null) {
      made.setTopology(topology);
    }
    return made;
  }

  private static Communicator withInfo(Communicator made, Info info) {
    if (!info.isNull()) {
      made.setInfo(info);
    }
    return made;
  }

  private static void requireInfo(Communicator parent, String operation, Info info) {
    if (info == null) {
      throw parent.raise(operation, ErrorClass.INFO, "the info object is null");
    }
  }

  private static void require(Communicator parent, String operation, Violation violation) {
    if (violation != null) {
      throw parent.raise(operation, violation);
    }
  }

  /** The constant that names the kind of a topology, which may be null. */
  static int kindOf(Topology topology) {
    if (topology == null) {
      return MPI.UNDEFINED;
    }
    return switch (topology.kind()) {
      case CARTESIAN -> MPI.CART;
      case GRAPH -> MPI.GRAPH;
      case DISTRIBUTED_GRAPH -> MPI.DIST_GRAPH;
    };
  }
}
