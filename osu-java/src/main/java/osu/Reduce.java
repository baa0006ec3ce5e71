package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.ReductionBenchmark;

/** The time to add floats of all ranks at rank 0. */
public final class Reduce extends ReductionBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Reduce().run(arguments);
  }

  @Override
  protected int resultCount() {
    return rank == ROOT ? count() : 0;
  }

  @Override
  protected void call() throws MPIException {
    comm.reduce(operand, result, count(), MPI.FLOAT, MPI.SUM, ROOT);
  }
}
