package osu;

import java.util.stream.IntStream;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.ExchangeBenchmark;

/** The same as {@link Alltoall} by the call that takes a length for each block, all equal. */
public final class Alltoallv extends ExchangeBenchmark {
  private int[] lengths;
  private int[] places;

  public static void main(String[] arguments) throws MPIException {
    new Alltoallv().run(arguments);
  }

  @Override
  protected void call() throws MPIException {
    if (lengths == null || lengths[0] != bytes) {
      lengths = IntStream.range(0, ranks).map(block -> bytes).toArray();
      places = IntStream.range(0, ranks).map(block -> block * bytes).toArray();
    }
    Object out = outgoing.buffer();
    comm.allToAllv(out, lengths, places, MPI.BYTE, incoming.buffer(), lengths, places, MPI.BYTE);
  }
}
