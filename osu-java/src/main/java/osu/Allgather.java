package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;
import osu.message.Payload;

/** The time to gather a block of every rank at all ranks. A message size is that of one block. */
public final class Allgather extends CollectiveBenchmark {
  private Payload outgoing;
  private Payload incoming;

  public static void main(String[] arguments) throws MPIException {
    new Allgather().run(arguments);
  }

  @Override
  protected void prepare() {
    outgoing = options.kind().allocate(options.largestBytes());
    incoming = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
  }

  @Override
  protected void call() throws MPIException {
    comm.allGather(outgoing.buffer(), bytes, MPI.BYTE, incoming.buffer(), bytes, MPI.BYTE);
  }

  @Override
  protected int validate(int round) throws MPIException {
    outgoing.fill(seed(rank, round, 0), bytes);
    incoming.spoil(seed(rank, round, 0), ranks * bytes);
    iterate(0, 1);
    int mismatches = 0;
    for (int source = 0; source < ranks; source++) {
      mismatches += incoming.mismatches(seed(source, round, 0), bytes, source * bytes);
    }
    return mismatches;
  }
}
