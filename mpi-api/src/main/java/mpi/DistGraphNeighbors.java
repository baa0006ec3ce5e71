package mpi;

/**
 * The edges of a distributed graph that begin or end at a process: what {@link
 * GraphComm#getDistGraphNeighbors} answers (MPI standard, MPI_Dist_graph_neighbors_count and
 * MPI_Dist_graph_neighbors). Does not change.
 *
 * <p>For all methods with an index, one that is out of range is an {@link
 * ArrayIndexOutOfBoundsException}.
 */
public final class DistGraphNeighbors {
  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destinationWeights;
  private final boolean weighted;

  DistGraphNeighbors(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sources = sources;
    this.sourceWeights = sourceWeights;
    this.destinations = destinations;
    this.destinationWeights = destinationWeights;
    this.weighted = weighted;
  }

  /**
   * The number of edges that end at this process (MPI standard, MPI_Dist_graph_neighbors_count).
   */
  public int getInDegree() {
    return sources.length;
  }

  /**
   * The number of edges that begin at this process (MPI standard, MPI_Dist_graph_neighbors_count).
   */
  public int getOutDegree() {
    return destinations.length;
  }

  /** True if the graph was made with weights (MPI standard, MPI_Dist_graph_neighbors_count). */
  public boolean isWeighted() {
    return weighted;
  }

  /**
   * Where an edge that ends here begins (MPI standard, MPI_Dist_graph_neighbors).
   *
   * @param i from 0 to {@link #getInDegree} − 1
   */
  public int getSource(int i) {
    return sources[i];
  }

  /**
   * The weight of an edge that ends here (MPI standard, MPI_Dist_graph_neighbors).
   *
   * @param i from 0 to {@link #getInDegree} − 1
   * @return 0 if the graph was made without weights
   */
  public int getSourceWeight(int i) {
    return sourceWeights[i];
  }

  /**
   * Where an edge that begins here ends (MPI standard, MPI_Dist_graph_neighbors).
   *
   * @param i from 0 to {@link #getOutDegree} − 1
   */
  public int getDestination(int i) {
    return destinations[i];
  }

  /**
   * The weight of an edge that begins here (MPI standard, MPI_Dist_graph_neighbors).
   *
   * @param i from 0 to {@link #getOutDegree} − 1
   * @return 0 if the graph was made without weights
   */
  public int getDestinationWeight(int i) {
    return destinationWeights[i];
  }
}
