package org.ob1j.runtime.topology;

/**
 * What one process knows of a graph: the edges that begin or end at it (MPI standard, "Distributed
 * Graph Constructor").
 */
public final class DistributedGraph implements Topology {
  private final int[] sources;
  private final int[] sourceWeights;
  private final int[] destinations;
  private final int[] destinationWeights;
  private final boolean weighted;

  /**
   * A process's edges.
   *
   * @param sources where edges that end here begin
   * @param sourceWeights their weights, as many; any numbers if not weighted
   * @param destinations where edges that begin here end
   * @param destinationWeights their weights, as many
   */
  public DistributedGraph(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destinationWeights,
      boolean weighted) {
    this.sources = sources.clone();
    this.sourceWeights = sourceWeights.clone();
    this.destinations = destinations.clone();
    this.destinationWeights = destinationWeights.clone();
    this.weighted = weighted;
  }

  @Override
  public Kind kind() {
    return Kind.DISTRIBUTED_GRAPH;
  }

  /** A copy of where edges that end here begin. */
  public int[] sources() {
    return sources.clone();
  }

  /** A copy of the weights of the edges that end here. */
  public int[] sourceWeights() {
    return sourceWeights.clone();
  }

  /** A copy of where edges that begin here end. */
  public int[] destinations() {
    return destinations.clone();
  }

  /** A copy of the weights of the edges that begin here. */
  public int[] destinationWeights() {
    return destinationWeights.clone();
  }

  /** Whether weights were given. */
  public boolean isWeighted() {
    return weighted;
  }

  @Override
  public Neighbors neighbors(int rank) {
    return Neighbors.alongEdges(sources, destinations);
  }
}
