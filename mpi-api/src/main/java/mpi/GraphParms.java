package mpi;

/**
 * A graph: what {@link GraphComm#getDims} answers (MPI standard, MPI_Graphdims_get and
 * MPI_Graph_get). Does not change.
 */
public final class GraphParms {
  private final int[] index;
  private final int[] edges;

  GraphParms(int[] index, int[] edges) {
    this.index = index;
    this.edges = edges;
  }

  /** The number of nodes (MPI standard, MPI_Graphdims_get). */
  public int getIndexCount() {
    return index.length;
  }

  /**
   * The number of edges of a node and all before it (MPI standard, MPI_Graph_get).
   *
   * @param i a node, from 0 to the number of nodes − 1; others are an {@link
   *     ArrayIndexOutOfBoundsException}
   */
  public int getIndex(int i) {
    return index[i];
  }

  /** The number of edges (MPI standard, MPI_Graphdims_get). */
  public int getEdgeCount() {
    return edges.length;
  }

  /**
   * The node that an edge leads to; those of node n are {@code getIndex(n - 1)} to {@code
   * getIndex(n) - 1} (MPI standard, MPI_Graph_get).
   *
   * @param i an edge, from 0 to the number of edges − 1; others are an {@link
   *     ArrayIndexOutOfBoundsException}
   */
  public int getEdge(int i) {
    return edges[i];
  }
}
