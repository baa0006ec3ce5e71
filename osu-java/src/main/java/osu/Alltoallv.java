package osu;

import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The same as {@link Alltoall} by the call that takes a length for each block, all equal. */
public final class Alltoallv extends ExchangeBenchmark {
  private int[] lengths;
  private int[] places;

  public static void main(String[] arguments) throws MPIException {
    new Alltoallv().run(arguments);
  }

  @Override
  long spend(int iterations) throws MPIException {
    if (lengths == null || lengths[0] != bytes) {
      lengths = IntStream.range(0, ranks).map(block -> bytes).toArray();
      places = IntStream.range(0, ranks).map(block -> block * bytes).toArray();
    }
    return spend(comm, outgoing.buffer(), incoming.buffer(), lengths, places, iterations);
  }

  private static long spend(
      Comm comm, Object outgoing, Object incoming, int[] lengths, int[] places, int iterations)
      throws MPIException {
    long nanos = 0;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      comm.allToAllv(outgoing, lengths, places, MPI.BYTE, incoming, lengths, places, MPI.BYTE);
      nanos += System.nanoTime() - start;
      comm.barrier();
    }
    return nanos;
  }
}
