package osu;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The time to add floats of all ranks and to give each rank a part of the sum. */
public final class ReduceScatter extends ReductionBenchmark {
  private int[] counts;

  public static void main(String[] arguments) throws MPIException {
    new ReduceScatter().run(arguments);
  }

  @Override
  int resultBegin() {
    return Arrays.stream(counts, 0, rank).sum();
  }

  @Override
  int resultCount() {
    return counts[rank];
  }

  @Override
  long spend(int iterations) throws MPIException {
    if (counts == null || Arrays.stream(counts).sum() != count()) {
      counts = IntStream.range(0, ranks).map(this::part).toArray();
    }
    return spend(comm, operand, result, counts, iterations);
  }

  /** The first ranks get one element more where the operand cannot be divided. */
  private int part(int of) {
    return count() / ranks + (of < count() % ranks ? 1 : 0);
  }

  private static long spend(Comm comm, Object operand, Object result, int[] counts, int iterations)
      throws MPIException {
    long nanos = 0;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      comm.reduceScatter(operand, result, counts, MPI.FLOAT, MPI.SUM);
      nanos += System.nanoTime() - start;
      comm.barrier();
    }
    return nanos;
  }
}
