package osu.mpj;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/**
 * What the collectives share: each call is timed by itself, with a barrier between the calls that
 * is not. The figures are the average over all ranks, the least and the most.
 */
abstract class Collective extends Benchmark {
  static final int ROOT = 0;

  /** Calls the collective. */
  abstract void call() throws MPIException;

  @Override
  final List<String> figures() {
    return List.of("Avg latency (us)", "Min (us)", "Max (us)");
  }

  @Override
  final int largestBytesByDefault() {
    return 1 << 20;
  }

  @Override
  void begin() throws MPIException {
    iterate(FIRST_ITERATIONS, 0);
  }

  @Override
  final long iterate(int warmUp, int iterations) throws MPIException {
    long nanos = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      long start = System.nanoTime();
      call();
      if (i >= warmUp) {
        nanos += System.nanoTime() - start;
      }
      comm.Barrier();
    }
    return nanos;
  }

  @Override
  final double[] figures(double seconds, int iterations) throws MPIException {
    double own = seconds * 1e6 / iterations;
    double least = reduce(own, MPI.MIN);
    double sum = reduce(own, MPI.SUM);
    double most = reduce(own, MPI.MAX);
    return new double[] {sum / ranks, least, most};
  }

  private double reduce(double own, Op operation) throws MPIException {
    double[] all = new double[1];
    comm.Reduce(new double[] {own}, 0, all, 0, 1, MPI.DOUBLE, operation, ROOT);
    return all[0];
  }
}
