package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.ExchangeBenchmark;

/** The time to exchange a block between every rank and every other. */
public final class Alltoall extends ExchangeBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Alltoall().run(arguments);
  }

  @Override
  protected void call() throws MPIException {
    comm.allToAll(outgoing.buffer(), bytes, MPI.BYTE, incoming.buffer(), bytes, MPI.BYTE);
  }
}
