package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The time to copy bytes of rank 0 to all ranks. */
public final class Bcast extends CollectiveBenchmark {
  private Payload data;

  public static void main(String[] arguments) throws MPIException {
    new Bcast().run(arguments);
  }

  @Override
  void prepare() {
    data = options.kind().allocate(options.largestBytes());
  }

  @Override
  long spend(int iterations) throws MPIException {
    return spend(comm, data.buffer(), bytes, iterations);
  }

  private static long spend(Comm comm, Object data, int bytes, int iterations) throws MPIException {
    long nanos = 0;
    for (int i = 0; i < iterations; i++) {
      long start = System.nanoTime();
      comm.bcast(data, bytes, MPI.BYTE, ROOT);
      nanos += System.nanoTime() - start;
      comm.barrier();
    }
    return nanos;
  }

  @Override
  int validate(int round) throws MPIException {
    int seed = seed(ROOT, round, 0);
    if (rank == ROOT) {
      data.fill(seed, bytes);
    } else {
      data.spoil(seed, bytes);
    }
    iterate(1);
    return data.mismatches(seed, bytes);
  }
}
