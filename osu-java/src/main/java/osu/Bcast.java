package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;
import osu.message.Payload;

/** The time to copy bytes of rank 0 to all ranks. */
public final class Bcast extends CollectiveBenchmark {
  private Payload data;

  public static void main(String[] arguments) throws MPIException {
    new Bcast().run(arguments);
  }

  @Override
  protected void prepare() {
    data = options.kind().allocate(options.largestBytes());
  }

  @Override
  protected void call() throws MPIException {
    comm.bcast(data.buffer(), bytes, MPI.BYTE, ROOT);
  }

  @Override
  protected int validate(int round) throws MPIException {
    int seed = seed(ROOT, round, 0);
    if (rank == ROOT) {
      data.fill(seed, bytes);
    } else {
      data.spoil(seed, bytes);
    }
    iterate(0, 1);
    return data.mismatches(seed, bytes);
  }
}
