package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;
import osu.message.Payload;

/** The time to gather a block of every rank at rank 0. A message size is that of one block. */
public final class Gather extends CollectiveBenchmark {
  private Payload outgoing;

  /** What rank 0 gathers; other ranks have none. */
  private Payload incoming;

  private Object target;

  public static void main(String[] arguments) throws MPIException {
    new Gather().run(arguments);
  }

  @Override
  protected void prepare() {
    outgoing = options.kind().allocate(options.largestBytes());
    if (rank == ROOT) {
      incoming = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
      target = incoming.buffer();
    }
  }

  @Override
  protected void call() throws MPIException {
    comm.gather(outgoing.buffer(), bytes, MPI.BYTE, target, bytes, MPI.BYTE, ROOT);
  }

  @Override
  protected int validate(int round) throws MPIException {
    outgoing.fill(seed(rank, round, 0), bytes);
    if (rank != ROOT) {
      iterate(0, 1);
      return 0;
    }
    incoming.spoil(seed(rank, round, 0), ranks * bytes);
    iterate(0, 1);
    int mismatches = 0;
    for (int source = 0; source < ranks; source++) {
      mismatches += incoming.mismatches(seed(source, round, 0), bytes, source * bytes);
    }
    return mismatches;
  }
}
