package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.ReductionBenchmark;

/** The time to add floats of all ranks for all. */
public final class Allreduce extends ReductionBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Allreduce().run(arguments);
  }

  @Override
  protected int resultCount() {
    return count();
  }

  @Override
  protected void call() throws MPIException {
    comm.allReduce(operand, result, count(), MPI.FLOAT, MPI.SUM);
  }
}
