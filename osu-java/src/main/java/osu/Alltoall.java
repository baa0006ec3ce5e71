package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * The time to exchange a block between every rank and every other. A message size is that of one
 * block.
 */
public final class Alltoall extends CollectiveBenchmark {
  private Payload outgoing;
  private Payload incoming;

  public static void main(String[] arguments) throws MPIException {
    new Alltoall().run(arguments);
  }

  @Override
  void prepare() {
    outgoing = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
    incoming = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
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

  @Override
  int validate(int round) throws MPIException {
    for (int destination = 0; destination < ranks; destination++) {
      outgoing.fill(seed(rank, round, destination), bytes, destination * bytes);
    }
    incoming.spoil(seed(rank, round, 0), ranks * bytes);
    iterate(1);
    int mismatches = 0;
    for (int source = 0; source < ranks; source++) {
      mismatches += incoming.mismatches(seed(source, round, rank), bytes, source * bytes);
    }
    return mismatches;
  }
}
