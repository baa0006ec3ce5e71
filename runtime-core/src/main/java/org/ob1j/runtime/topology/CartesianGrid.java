package org.ob1j.runtime.topology;

import java.util.stream.IntStream;

/**
 * A grid of processes of any number of dimensions, none included, ranked with the last coordinate
 * running fastest (MPI standard, "Cartesian Topologies").
 */
public final class CartesianGrid implements Topology {
  private final int[] lengths;
  private final boolean[] periods;

  /** From a process to the next in each dimension, in ranks. */
  private final int[] strides;

  /**
   * A grid.
   *
   * @param lengths processes in each dimension, at least 1
   * @param periods whether the last process of a dimension is the first one's neighbor
   */
  public CartesianGrid(int[] lengths, boolean[] periods) {
    this.lengths = lengths.clone();
    this.periods = periods.clone();
    strides = new int[lengths.length];
    int stride = 1;
    for (int dimension = lengths.length - 1; dimension >= 0; dimension--) {
      strides[dimension] = stride;
      stride *= lengths[dimension];
    }
  }

  /** How many processes there are in a grid; {@link Long#MAX_VALUE} if too many to count. */
  public static long processes(int[] lengths) {
    long product = 1;
    for (int length : lengths) {
      product = product > Long.MAX_VALUE / length ? Long.MAX_VALUE : product * length;
    }
    return product;
  }

  @Override
  public Kind kind() {
    return Kind.CARTESIAN;
  }

  /** How many dimensions it has. */
  public int dimensions() {
    return lengths.length;
  }

  /** Processes in a dimension. */
  public int length(int dimension) {
    return lengths[dimension];
  }

  /** Whether the last process of a dimension is the first one's neighbor. */
  public boolean isPeriodic(int dimension) {
    return periods[dimension];
  }

  /** A copy of the processes in each dimension. */
  public int[] lengths() {
    return lengths.clone();
  }

  /** A copy of what says which dimensions are periodic. */
  public boolean[] periods() {
    return periods.clone();
  }

  /** Where a process is. */
  public int[] coordinates(int rank) {
    return IntStream.range(0, lengths.length)
        .map(dimension -> coordinate(rank, dimension))
        .toArray();
  }

  private int coordinate(int rank, int dimension) {
    return rank / strides[dimension] % lengths[dimension];
  }

  /**
   * Who is at a place.
   *
   * @param coordinates in a periodic dimension any number, else within its length
   */
  public int rank(int[] coordinates) {
    int rank = 0;
    for (int dimension = 0; dimension < lengths.length; dimension++) {
      rank += Math.floorMod(coordinates[dimension], lengths[dimension]) * strides[dimension];
    }
    return rank;
  }

  /** Who is so far up a dimension from a process; {@link Neighbors#NOBODY} beyond an end. */
  public int shifted(int rank, int dimension, long distance) {
    int from = coordinate(rank, dimension);
    long to = from + distance;
    if (!periods[dimension] && (to < 0 || to >= lengths[dimension])) {
      return Neighbors.NOBODY;
    }
    return rank + (Math.floorMod(to, lengths[dimension]) - from) * strides[dimension];
  }

  @Override
  public Neighbors neighbors(int rank) {
    int[] ranks = new int[2 * lengths.length];
    for (int dimension = 0; dimension < lengths.length; dimension++) {
      ranks[2 * dimension] = shifted(rank, dimension, -1);
      ranks[2 * dimension + 1] = shifted(rank, dimension, 1);
    }
    return Neighbors.inGrid(ranks);
  }

  /** The grid of some of the dimensions. */
  public CartesianGrid of(boolean[] keptDimensions) {
    int[] kept = kept(keptDimensions);
    boolean[] keptPeriods = new boolean[kept.length];
    int[] keptLengths = new int[kept.length];
    for (int i = 0; i < kept.length; i++) {
      keptPeriods[i] = periods[kept[i]];
      keptLengths[i] = lengths[kept[i]];
    }
    return new CartesianGrid(keptLengths, keptPeriods);
  }

  /** The ranks in this grid of those that differ from a process in the kept dimensions only. */
  public int[] slice(int rank, boolean[] keptDimensions) {
    int[] kept = kept(keptDimensions);
    CartesianGrid part = of(keptDimensions);
    int[] ranks = new int[(int) processes(part.lengths)];
    int[] place = coordinates(rank);
    for (int each = 0; each < ranks.length; each++) {
      for (int i = 0; i < kept.length; i++) {
        place[kept[i]] = part.coordinate(each, i);
      }
      ranks[each] = rank(place);
    }
    return ranks;
  }

  private int[] kept(boolean[] keptDimensions) {
    return IntStream.range(0, lengths.length).filter(each -> keptDimensions[each]).toArray();
  }
}
