package osu.benchmark;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/**
 * What the collective benchmarks share. As OSU does, each call is timed by itself, with a barrier
 * between the calls that is not: else a rank that only sends would run ahead of the others. The
 * figures are the average over all ranks, the least and the most.
 */
public abstract class CollectiveBenchmark extends Benchmark {
  /** The rank from which data comes, or where it goes. */
  protected static final int ROOT = 0;

  /** Calls the collective. */
  protected abstract void call() throws MPIException;

  @Override
  protected void begin() throws MPIException {
    iterate(FIRST_ITERATIONS, 0);
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    long nanos = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      long start = System.nanoTime();
      call();
      if (i >= warmUp) {
        nanos += System.nanoTime() - start;
      }
      comm.barrier();
    }
    return nanos;
  }

  @Override
  protected final boolean usesAllRanks() {
    return true;
  }

  @Override
  protected int largestBytesByDefault() {
    return 1 << 20;
  }

  @Override
  protected final String figure() {
    return "Avg latency (us)";
  }

  @Override
  protected final List<String> figures() {
    return List.of(figure(), "Min (us)", "Max (us)");
  }

  @Override
  protected final String how() {
    return ranks + " ranks, blocking calls";
  }

  @Override
  protected final double figure(double seconds, int iterations) {
    return seconds * 1e6 / iterations;
  }

  @Override
  protected final double[] figures(double seconds, int iterations) throws MPIException {
    double own = figure(seconds, iterations);
    double least = reduce(own, MPI.MIN);
    double sum = reduce(own, MPI.SUM);
    double most = reduce(own, MPI.MAX);
    return new double[] {sum / ranks, least, most};
  }

  private double reduce(double own, Op operation) throws MPIException {
    double[] all = new double[1];
    comm.reduce(new double[] {own}, all, 1, MPI.DOUBLE, operation, ROOT);
    return all[0];
  }

  @Override
  protected final int expectedSource() {
    return NO_SOURCE;
  }
}
