package osu;

import mpi.MPI;
import mpi.MPIException;

/**
 * What the collective benchmarks share. As OSU does, each call is timed by itself, with a barrier
 * between the calls that is not: else a rank that only sends would run ahead of the others. The
 * figure is the average over all ranks.
 */
abstract class CollectiveBenchmark extends Benchmark {
  /** The rank from which data comes, or where it goes. */
  static final int ROOT = 0;

  private long spentNanos;

  /** Calls the collective, and a barrier after each call; returns the nanoseconds in the calls. */
  abstract long spend(int iterations) throws MPIException;

  @Override
  final void iterate(int iterations) throws MPIException {
    spentNanos = spend(iterations);
  }

  @Override
  final boolean usesAllRanks() {
    return true;
  }

  @Override
  final String figure() {
    return "Avg latency (us)";
  }

  @Override
  final String how() {
    return ranks + " ranks, blocking calls";
  }

  @Override
  final double figure(double seconds, int iterations) throws MPIException {
    double[] nanos = {spentNanos};
    double[] sum = new double[1];
    comm.allReduce(nanos, sum, 1, MPI.DOUBLE, MPI.SUM);
    return sum[0] * 1e-3 / iterations / ranks;
  }

  @Override
  final int expectedSource() {
    return NO_SOURCE;
  }
}
