package org.ob1j.runtime.topology;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;

/**
 * Edges of a graph that a process has been given, wherever they begin and end, on their way to
 * those that have to know them. An edge is three numbers: source, destination, weight.
 *
 * <p>Each process puts together what it gets in the order of who gave it, and in that order; so
 * both ends of several edges between the same two processes count them alike.
 */
public final class ScatteredEdges {
  private static final int NUMBERS = 3;

  private final int[] counts;
  private final int[] displacements;
  private final int[] numbers;

  /**
   * What a process has been given.
   *
   * @param size ranks of the communicator
   * @param sources where edges begin; {@link Neighbors#NOBODY} for none
   * @param degrees how many of the destinations belong to each source, one source after the other
   * @param destinations where they end; {@link Neighbors#NOBODY} for none
   * @param weights one for each destination; null without
   */
  public ScatteredEdges(int size, int[] sources, int[] degrees, int[] destinations, int[] weights) {
    counts = new int[size];
    displacements = new int[size];
    forEachEnd(sources, degrees, destinations, (edge, rank) -> counts[rank] += NUMBERS);
    for (int rank = 1; rank < size; rank++) {
      displacements[rank] = Math.addExact(displacements[rank - 1], counts[rank - 1]);
    }
    numbers = new int[Math.addExact(displacements[size - 1], counts[size - 1])];
    int[] next = displacements.clone();
    forEachEnd(
        sources,
        degrees,
        destinations,
        (edge, rank) -> {
          numbers[next[rank]] = edge[0];
          numbers[next[rank] + 1] = edge[1];
          numbers[next[rank] + 2] = weights == null ? 0 : weights[edge[2]];
          next[rank] += NUMBERS;
        });
  }

  /** Tells each edge to those that are its ends, once to a process that is both. */
  private static void forEachEnd(
      int[] sources, int[] degrees, int[] destinations, ObjIntConsumer<int[]> action) {
    int[] edge = new int[NUMBERS];
    int position = 0;
    for (int i = 0; i < sources.length; i++) {
      for (int end = position + degrees[i]; position < end; position++) {
        edge[0] = sources[i];
        edge[1] = destinations[position];
        edge[2] = position;
        if (edge[0] != Neighbors.NOBODY) {
          action.accept(edge, edge[0]);
        }
        if (edge[1] != Neighbors.NOBODY && edge[1] != edge[0]) {
          action.accept(edge, edge[1]);
        }
      }
    }
  }

  /** How many numbers are for each rank. */
  public int[] counts() {
    return counts;
  }

  /** Where each rank's numbers begin. */
  public int[] displacements() {
    return displacements;
  }

  /** The numbers for all ranks. */
  public int[] numbers() {
    return numbers;
  }

  /**
   * What a process knows in the end.
   *
   * @param rank this process
   * @param numbers what it was told, by rank 0 first
   */
  public static DistributedGraph gathered(int rank, int[] numbers, boolean weighted) {
    int edges = numbers.length / NUMBERS;
    int[] in = IntStream.range(0, edges).filter(i -> numbers[NUMBERS * i + 1] == rank).toArray();
    int[] out = IntStream.range(0, edges).filter(i -> numbers[NUMBERS * i] == rank).toArray();
    return new DistributedGraph(
        each(in, numbers, 0),
        each(in, numbers, 2),
        each(out, numbers, 1),
        each(out, numbers, 2),
        weighted);
  }

  private static int[] each(int[] edges, int[] numbers, int which) {
    return Arrays.stream(edges).map(edge -> numbers[NUMBERS * edge + which]).toArray();
  }
}
