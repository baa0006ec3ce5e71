package org.ob1j.runtime.topology;

import java.util.Arrays;

/**
 * A graph that every process knows as a whole (MPI standard, "General Graph Topologies"): the
 * neighbors of node i are {@code edges[index[i - 1]]} to {@code edges[index[i] - 1]}.
 */
public final class Graph implements Topology {
  private final int[] index;
  private final int[] edges;

  /** A graph; edges behind those of the last node are left out. */
  public Graph(int[] index, int[] edges) {
    this.index = index.clone();
    this.edges = Arrays.copyOf(edges, first(index.length));
  }

  @Override
  public Kind kind() {
    return Kind.GRAPH;
  }

  /** A copy of where each node's edges end. */
  public int[] index() {
    return index.clone();
  }

  /** A copy of the edges. */
  public int[] edges() {
    return edges.clone();
  }

  /** A node's neighbors, as a new array. */
  public int[] neighborsOf(int node) {
    return Arrays.copyOfRange(edges, first(node), index[node]);
  }

  /** Where a node's edges begin. */
  private int first(int node) {
    return node == 0 ? 0 : index[node - 1];
  }

  @Override
  public Neighbors neighbors(int rank) {
    int[] neighbors = neighborsOf(rank);
    return Neighbors.alongEdges(neighbors, neighbors);
  }

  /** A node sends to those that it names, and receives from them: they must name it as often. */
  @Override
  public String objection() {
    long[] edgesThere = new long[edges.length];
    long[] edgesBack = new long[edges.length];
    for (int node = 0; node < index.length; node++) {
      for (int i = first(node); i < index[node]; i++) {
        edgesThere[i] = edge(node, edges[i]);
        edgesBack[i] = edge(edges[i], node);
      }
    }
    Arrays.sort(edgesThere);
    Arrays.sort(edgesBack);
    int found = Arrays.mismatch(edgesThere, edgesBack);
    if (found < 0) {
      return null;
    }
    // The smaller one is missing on the other side, where it would have to come now.
    boolean oneWay = edgesThere[found] < edgesBack[found];
    long missing = oneWay ? edgesThere[found] : edgesBack[found];
    int from = (int) (missing >>> Integer.SIZE);
    int to = (int) missing;
    return "node "
        + (oneWay ? from : to)
        + " names node "
        + (oneWay ? to : from)
        + " more often than that names it; blocks are exchanged along edges of both directions";
  }

  private static long edge(int from, int to) {
    return (long) from << Integer.SIZE | to;
  }
}
