package osu.benchmark;

import mpi.MPIException;
import osu.message.Payload;

/**
 * What the benchmarks share in which every rank exchanges a block with every other. A message size
 * is that of one block.
 */
public abstract class ExchangeBenchmark extends CollectiveBenchmark {
  protected Payload outgoing;
  protected Payload incoming;

  @Override
  protected final void prepare() {
    outgoing = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
    incoming = options.kind().allocate(Math.multiplyExact(ranks, options.largestBytes()));
  }

  @Override
  protected final int validate(int round) throws MPIException {
    for (int destination = 0; destination < ranks; destination++) {
      outgoing.fill(seed(rank, round, destination), bytes, destination * bytes);
    }
    incoming.spoil(seed(rank, round, 0), ranks * bytes);
    iterate(0, 1);
    int mismatches = 0;
    for (int source = 0; source < ranks; source++) {
      mismatches += incoming.mismatches(seed(source, round, rank), bytes, source * bytes);
    }
    return mismatches;
  }
}
