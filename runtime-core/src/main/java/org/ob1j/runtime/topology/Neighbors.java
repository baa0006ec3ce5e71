package org.ob1j.runtime.topology;

/**
 * Whom one process exchanges blocks with: what it sends goes to destinations, what it receives
 * comes from sources, each in the order of its blocks. A process may be there several times, and
 * may be this one.
 *
 * <p>Messages between two processes match in the order of their sends and receives. So receives are
 * posted in an order that says which block a message goes to: in a graph that of the sources, edge
 * by edge; in a grid what was sent in one direction comes from the other, also where both neighbors
 * in a dimension are the same process.
 *
 * <pre>
 *   a periodic dimension of two processes (MPI standard, "Neighborhood Collective Communication")
 *   rank 0 sends           rank 1 receives, first posted first
 *   block 0, downwards ──► block 1, from above
 *   block 1, upwards   ──► block 0, from below
 * </pre>
 */
public final class Neighbors {
  /** In place of a rank: there is none, nothing is sent and nothing comes. MPI's PROC_NULL. */
  public static final int NOBODY = -2;

  private final int[] sources;
  private final int[] destinations;
  private final boolean opposite;

  private Neighbors(int[] sources, int[] destinations, boolean opposite) {
    this.sources = sources;
    this.destinations = destinations;
    this.opposite = opposite;
  }

  /** The two ends of edges, edge by edge. */
  static Neighbors alongEdges(int[] sources, int[] destinations) {
    return new Neighbors(sources, destinations, false);
  }

  /**
   * Neighbors in a grid.
   *
   * @param ranks for each dimension the one below and the one above
   */
  static Neighbors inGrid(int[] ranks) {
    return new Neighbors(ranks, ranks, true);
  }

  /** How many blocks come. */
  public int sourceCount() {
    return sources.length;
  }

  /** How many blocks go. */
  public int destinationCount() {
    return destinations.length;
  }

  /** Whose block goes to a place of the receive buffer. */
  public int source(int block) {
    return sources[block];
  }

  /** Whom a block of the send buffer is for. */
  public int destination(int block) {
    return destinations[block];
  }

  /** The block whose receive is posted so many receives after the first. */
  public int postedAt(int position) {
    return opposite ? position ^ 1 : position;
  }
}
