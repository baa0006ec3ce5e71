package mpi;

import org.ob1j.runtime.topology.CartesianGrid;

/**
 * Checks of what users pass to make and to ask topologies. Each returns the first violation, or
 * null if there is none. Error classes are Open MPI's.
 */
final class TopologyArguments {
  private TopologyArguments() {}

  /**
   * A grid.
   *
   * @param tooMany the class of the error if it has more processes than the communicator
   */
  static Violation ofGrid(int[] dims, boolean[] periods, int size, ErrorClass tooMany) {
    if (dims == null || periods == null) {
      return argument("the array of " + (dims == null ? "dimensions" : "periods") + " is null");
    }
    if (periods.length < dims.length) {
      return argument(tooShort("periods", periods.length, dims.length, "dimensions"));
    }
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] <= 0) {
        return new Violation(
            ErrorClass.DIMS, "the length of dimension " + i + " is " + dims[i] + atLeast(1));
      }
    }
    long processes = CartesianGrid.processes(dims);
    return processes > size
        ? new Violation(
            tooMany, "the grid has " + processes + " processes; the communicator has " + size)
        : null;
  }

  /** A graph of which all processes know everything. */
  static Violation ofGraph(int[] index, int[] edges, int size) {
    if (index == null || edges == null) {
      return argument("the array of " + (index == null ? "indices" : "edges") + " is null");
    }
    if (index.length > size) {
      return argument("the graph has " + index.length + " nodes; the communicator has " + size);
    }
    int before = 0;
    for (int node = 0; node < index.length; node++) {
      if (index[node] < before) {
        return argument("the index of node " + node + " is " + index[node] + atLeast(before));
      }
      before = index[node];
    }
    if (edges.length < before) {
      return argument(tooShort("edges", edges.length, before, "edges"));
    }
    for (int i = 0; i < before; i++) {
      if (edges[i] < 0 || edges[i] >= index.length) {
        return argument("edge " + i + " leads to " + edges[i] + fromTo(0, index.length - 1));
      }
    }
    return null;
  }

  /** Edges that are anybody's. Without weights their array is null. */
  static Violation ofDistributedGraph(
      int[] sources, int[] degrees, int[] destinations, boolean weighted, int[] weights, int size) {
    if (degrees == null) {
      return argument("the array of degrees is null");
    }
    Violation violation = ofPeers("source", sources, size);
    if (violation == null) {
      violation = ofPeers("destination", destinations, size);
    }
    if (violation != null) {
      return violation;
    }
    if (degrees.length < sources.length) {
      return argument(tooShort("degrees", degrees.length, sources.length, "sources"));
    }
    long edges = 0;
    for (int i = 0; i < sources.length; i++) {
      if (degrees[i] < 0) {
        return argument("the degree of source " + i + " is " + degrees[i] + atLeast(0));
      }
      edges += degrees[i];
    }
    if (destinations.length < edges) {
      return argument(tooShort("destinations", destinations.length, edges, "edges"));
    }
    return weighted ? ofWeights("weights", weights, edges) : null;
  }

  /** The edges of one process. Without weights their arrays are null. */
  static Violation ofAdjacentGraph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted,
      int size) {
    Violation violation = ofPeers("source", sources, size);
    if (violation == null) {
      violation = ofPeers("destination", destinations, size);
    }
    if (violation == null && weighted) {
      violation = ofWeights("weights of sources", sourceWeights, sources.length);
    }
    if (violation == null && weighted) {
      violation = ofWeights("weights of destinations", destinationWeights, destinations.length);
    }
    return violation;
  }

  private static Violation ofPeers(String what, int[] ranks, int size) {
    if (ranks == null) {
      return argument("the array of " + what + "s is null");
    }
    for (int i = 0; i < ranks.length; i++) {
      if ((ranks[i] < 0 || ranks[i] >= size) && ranks[i] != SpecialValues.PROC_NULL) {
        return argument(
            what + " " + i + " is " + ranks[i] + fromTo(0, size - 1) + ", or MPI.PROC_NULL (-2)");
      }
    }
    return null;
  }

  private static Violation ofWeights(String what, int[] weights, long edges) {
    if (weights == null) {
      return argument("the array of " + what + " is null");
    }
    if (weights.length < edges) {
      return argument(tooShort(what, weights.length, edges, "edges"));
    }
    for (int i = 0; i < edges; i++) {
      if (weights[i] < 0) {
        return argument("the weight of edge " + i + " is " + weights[i] + atLeast(0));
      }
    }
    return null;
  }

  static Violation ofCoordinates(int[] coords, CartesianGrid grid) {
    if (grid.dimensions() == 0) {
      return null;
    }
    if (coords == null) {
      return argument("the array of coordinates is null");
    }
    if (coords.length < grid.dimensions()) {
      return argument(tooShort("coordinates", coords.length, grid.dimensions(), "dimensions"));
    }
    for (int i = 0; i < grid.dimensions(); i++) {
      if (!grid.isPeriodic(i) && (coords[i] < 0 || coords[i] >= grid.length(i))) {
        return argument(
            "the coordinate in dimension "
                + i
                + " is "
                + coords[i]
                + fromTo(0, grid.length(i) - 1));
      }
    }
    return null;
  }

  static Violation ofRank(int rank, int size) {
    return rank < 0 || rank >= size
        ? new Violation(ErrorClass.RANK, "the rank is " + rank + fromTo(0, size - 1))
        : null;
  }

  static Violation ofDirection(int direction, int dimensions) {
    return direction < 0 || direction >= dimensions
        ? new Violation(
            ErrorClass.DIMS,
            "the direction is " + direction + "; the grid has " + dimensions + " dimensions")
        : null;
  }

  static Violation ofKept(boolean[] kept, int dimensions) {
    if (dimensions == 0) {
      return null;
    }
    if (kept == null) {
      return argument("the array of remaining dimensions is null");
    }
    return kept.length < dimensions
        ? argument(tooShort("remaining dimensions", kept.length, dimensions, "dimensions"))
        : null;
  }

  /** What {@link CartComm#createDims} is to complete. */
  static Violation ofDimensions(int nodes, int[] dims) {
    if (dims == null) {
      return argument("the array of dimensions is null");
    }
    if (nodes < 1) {
      return new Violation(ErrorClass.DIMS, "the number of nodes is " + nodes + atLeast(1));
    }
    long left = nodes;
    boolean free = false;
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] < 0) {
        return new Violation(
            ErrorClass.DIMS, "the length of dimension " + i + " is " + dims[i] + atLeast(0));
      }
      free |= dims[i] == 0;
      if (dims[i] > 0 && left % dims[i] != 0) {
        return notDivisible(nodes, i, dims[i], left);
      }
      left /= Math.max(1, dims[i]);
    }
    return left != 1 && !free
        ? new Violation(
            ErrorClass.DIMS,
            "the given lengths make " + nodes / left + " of " + nodes + " nodes, and none is free")
        : null;
  }

  private static Violation notDivisible(int nodes, int dimension, int length, long left) {
    return new Violation(
        ErrorClass.DIMS,
        "the length of dimension "
            + dimension
            + " is "
            + length
            + ", which does not divide "
            + left
            + (left == nodes ? "" : ", what is left of " + nodes)
            + " nodes");
  }

  private static Violation argument(String detail) {
    return new Violation(ErrorClass.ARG, detail);
  }

  private static String tooShort(String what, int length, long needed, String ofWhat) {
    return "the array of "
        + what
        + " has "
        + length
        + " elements; it must have one for each of "
        + needed
        + " "
        + ofWhat;
  }

  private static String atLeast(int least) {
    return "; it must be at least " + least;
  }

  private static String fromTo(int least, int greatest) {
    return "; it must be from " + least + " to " + greatest;
  }
}
