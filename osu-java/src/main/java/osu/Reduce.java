package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The time to add floats of all ranks at rank 0. */
public final class Reduce extends ReductionBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Reduce().run(arguments);
  }

  @Override
  int resultCount() {
    return rank == ROOT ? count() : 0;
  }

  @Override
  long spend(int iterations) throws MPIException {
    return spend(comm, operand, result, count(), iterations);
  }

  private static long spend(Comm comm, Object operand, Object result, int count, int iterations)
      throws MPIException {
    long nanos = 0;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      comm.reduce(operand, result, count, MPI.FLOAT, MPI.SUM, ROOT);
      nanos += System.nanoTime() - start;
      comm.barrier();
    }
    return nanos;
  }
}
