package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;
import osu.message.Payload;

/** The time to give every rank a block of rank 0's. A message size is that of one block. */
public final class Scatter extends CollectiveBenchmark {
  /** What rank 0 scatters; other ranks have none. */
  private Payload outgoing;

  private Object origin;
  private Payload incoming;

  public static void main(String[] arguments) throws MPIException {
    new Scatter().run(arguments);
  }

  @Override
  protected void prepare() {
    incoming = options.kind().allocate(options.largestBytes());
    if (rank == ROOT) {
      outgoing = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
      origin = outgoing.buffer();
    }
  }

  @Override
  protected void call() throws MPIException {
    comm.scatter(origin, bytes, MPI.BYTE, incoming.buffer(), bytes, MPI.BYTE, ROOT);
  }

  @Override
  protected int validate(int round) throws MPIException {
    if (rank == ROOT) {
      for (int destination = 0; destination < ranks; destination++) {
        outgoing.fill(seed(destination, round, 0), bytes, destination * bytes);
      }
    }
    incoming.spoil(seed(rank, round, 0), bytes);
    iterate(0, 1);
    return incoming.mismatches(seed(rank, round, 0), bytes);
  }
}
