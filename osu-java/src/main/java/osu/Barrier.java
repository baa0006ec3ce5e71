package osu;

import java.util.List;
import mpi.MPIException;
import osu.benchmark.CollectiveBenchmark;

/** The time until all ranks have come. There is no message size. */
public final class Barrier extends CollectiveBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Barrier().run(arguments);
  }

  @Override
  protected List<Integer> sizes() {
    return List.of(0);
  }

  @Override
  protected void prepare() {
    // There is no data.
  }

  @Override
  protected void call() throws MPIException {
    comm.barrier();
  }

  /** The calls are barriers themselves: there is none between them. */
  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    for (int i = 0; i < warmUp; i++) {
      call();
    }
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      call();
    }
    return System.nanoTime() - start;
  }

  @Override
  protected int validate(int round) throws MPIException {
    iterate(0, 1);
    return 0;
  }
}
