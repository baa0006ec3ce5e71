package org.ob1j.runtime.collective;

import java.util.List;

/**
 * Which algorithm carries out a collective: literal tables, of which the first row that fits
 * counts. All ranks must come to the same answer, so a table sees only what is the same for all:
 * the number of ranks, the amount of data, and whether operands may change places. These are for
 * ranks on one host; {@link CommunicatorTables} has what comes before them in a communicator.
 */
final class AlgorithmTable {
  /** How all ranks wait for each other. */
  enum Barrier {
    LINEAR,
    DISSEMINATION,
    HIERARCHICAL
  }

  /** How data gets from one rank to all. */
  enum Broadcast {
    BINOMIAL,
    CHAIN,
    HIERARCHICAL
  }

  /** How operands are combined at one rank. */
  enum Reduce {
    BINOMIAL,
    HIERARCHICAL
  }

  /** How operands are combined at all ranks. */
  enum AllReduce {
    LINEAR,
    RECURSIVE_DOUBLING,
    HALVING,
    RING,
    HIERARCHICAL
  }

  /** How operands are combined, of which each rank gets a block. */
  enum ReduceScatter {
    HALVING,
    PAIRWISE
  }

  /** How data gets from every rank to one, or from one to every rank. */
  enum Rooted {
    BINOMIAL,
    LINEAR,
    HIERARCHICAL
  }

  /** How blocks get from every rank to all. */
  enum AllGather {
    DOUBLING,
    BRUCK,
    RING,
    EXCHANGE,
    HIERARCHICAL
  }

  /** How blocks get from every rank to every other. */
  enum AllToAll {
    BRUCK,
    EXCHANGE,
    PAIRWISE
  }

  /**
   * A row.
   *
   * @param maxBytes it is for at most so much data
   * @param minRanks and at least so many ranks
   * @param powerOfTwo and only for a number of ranks that is a power of two, if true
   * @param anyOrder and also for operands that must keep their places, if true
   */
  record Row<A>(long maxBytes, int minRanks, boolean powerOfTwo, boolean anyOrder, A algorithm) {
    boolean fits(long bytes, int ranks, boolean commutative) {
      return bytes <= maxBytes
          && ranks >= minRanks
          && (!powerOfTwo || Integer.bitCount(ranks) == 1)
          && (anyOrder || commutative);
    }
  }

  static final long ANY = Long.MAX_VALUE;

  /** By the number of ranks alone. Two need one message each way; rank 0 can serve a few. */
  static final List<Row<Barrier>> BARRIER =
      List.of(
          new Row<>(ANY, 8, false, true, Barrier.DISSEMINATION),
          new Row<>(ANY, 3, false, true, Barrier.LINEAR),
          new Row<>(ANY, 1, false, true, Barrier.DISSEMINATION));

  /**
   * By the bytes of the data. A chain pays only where it is long: its segments wake each rank many
   * times, which costs much where ranks share cores.
   */
  static final List<Row<Broadcast>> BROADCAST =
      List.of(
          new Row<>(1024 * 1024, 1, false, true, Broadcast.BINOMIAL),
          new Row<>(ANY, 8, false, true, Broadcast.CHAIN),
          new Row<>(ANY, 1, false, true, Broadcast.BINOMIAL));

  /** The only one. */
  static final List<Row<Reduce>> REDUCE = List.of(new Row<>(ANY, 1, false, true, Reduce.BINOMIAL));

  /** By the bytes of one operand. Rank 0 can serve a few. */
  static final List<Row<AllReduce>> ALL_REDUCE =
      List.of(
          new Row<>(16 * 1024, 8, false, true, AllReduce.RECURSIVE_DOUBLING),
          new Row<>(16 * 1024, 3, false, true, AllReduce.LINEAR),
          new Row<>(ANY, 3, true, false, AllReduce.HALVING),
          new Row<>(ANY, 3, false, false, AllReduce.RING),
          new Row<>(ANY, 1, false, true, AllReduce.RECURSIVE_DOUBLING));

  /** By a function of the user, which may take long, or throw: not by one rank for all. */
  static final List<Row<AllReduce>> ALL_REDUCE_BY_USER =
      List.of(
          new Row<>(16 * 1024, 1, false, true, AllReduce.RECURSIVE_DOUBLING),
          new Row<>(ANY, 2, true, false, AllReduce.HALVING),
          new Row<>(ANY, 2, false, false, AllReduce.RING),
          new Row<>(ANY, 1, false, true, AllReduce.RECURSIVE_DOUBLING));

  /** By the bytes of all blocks. Halving cuts blocks where ranks are no power of two. */
  static final List<Row<ReduceScatter>> REDUCE_SCATTER =
      List.of(
          new Row<>(32 * 1024, 16, false, false, ReduceScatter.HALVING),
          new Row<>(ANY, 3, true, false, ReduceScatter.HALVING),
          new Row<>(8 * 1024, 3, false, false, ReduceScatter.HALVING),
          new Row<>(ANY, 1, false, true, ReduceScatter.PAIRWISE));

  /** By a function of the user, which may throw: then one rank misses its block, no other. */
  static final List<Row<ReduceScatter>> REDUCE_SCATTER_BY_USER =
      List.of(new Row<>(ANY, 1, false, true, ReduceScatter.PAIRWISE));

  /** By the bytes of one block. */
  static final List<Row<Rooted>> ROOTED =
      List.of(
          new Row<>(2 * 1024, 4, false, true, Rooted.BINOMIAL),
          new Row<>(ANY, 1, false, true, Rooted.LINEAR));

  /** By the bytes of all blocks. */
  static final List<Row<AllGather>> ALL_GATHER =
      List.of(
          new Row<>(ANY, 1, true, true, AllGather.DOUBLING),
          new Row<>(64 * 1024, 3, false, true, AllGather.BRUCK),
          new Row<>(ANY, 1, false, true, AllGather.RING));

  /** Where lengths differ, by the bytes of all blocks. */
  static final List<Row<AllGather>> ALL_GATHER_V =
      List.of(
          new Row<>(64 * 1024, 1, false, true, AllGather.EXCHANGE),
          new Row<>(ANY, 1, false, true, AllGather.RING));

  /** By the bytes of one block. */
  static final List<Row<AllToAll>> ALL_TO_ALL =
      List.of(
          new Row<>(256, 8, false, true, AllToAll.BRUCK),
          new Row<>(32 * 1024, 1, false, true, AllToAll.EXCHANGE),
          new Row<>(ANY, 1, false, true, AllToAll.PAIRWISE));

  private AlgorithmTable() {}

  /** The algorithm of the first row that fits. */
  static <A> A choose(List<Row<A>> rows, long bytes, int ranks, boolean commutative) {
    for (int i = 0; i < rows.size(); i++) {
      Row<A> row = rows.get(i);
      if (row.fits(bytes, ranks, commutative)) {
        return row.algorithm();
      }
    }
    throw new IllegalStateException("no algorithm for " + bytes + " bytes and " + ranks + " ranks");
  }
}
