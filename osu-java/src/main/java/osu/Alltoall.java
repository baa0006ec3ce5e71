package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The time to exchange a block between every rank and every other. */
public final class Alltoall extends ExchangeBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Alltoall().run(arguments);
  }

  @Override
  long spend(int iterations) throws MPIException {
    return spend(comm, outgoing.buffer(), incoming.buffer(), bytes, iterations);
  }

  private static long spend(Comm comm, Object outgoing, Object incoming, int bytes, int iterations)
      throws MPIException {
    long nanos = 0;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      comm.allToAll(outgoing, bytes, MPI.BYTE, incoming, bytes, MPI.BYTE);
      nanos += System.nanoTime() - start;
      comm.barrier();
    }
    return nanos;
  }
}
