package osu;

import java.util.List;
import mpi.Comm;
import mpi.MPIException;

/** The time until all ranks have come. There is no message size. */
public final class Barrier extends CollectiveBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Barrier().run(arguments);
  }

  @Override
  List<Integer> sizes() {
    return List.of(0);
  }

  @Override
  void prepare() {
    // There is no data.
  }

  @Override
  long spend(int iterations) throws MPIException {
    return spend(comm, iterations);
  }

  private static long spend(Comm comm, int iterations) throws MPIException {
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
    }
    return System.nanoTime() - start;
  }

  @Override
  int validate(int round) throws MPIException {
    iterate(1);
    return 0;
  }
}
