package osu;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.ReductionBenchmark;

/** The time to add floats of all ranks and to give each rank a part of the sum. */
public final class ReduceScatter extends ReductionBenchmark {
  private int[] counts;
  private int countsOf;

  public static void main(String[] arguments) throws MPIException {
    new ReduceScatter().run(arguments);
  }

  @Override
  protected int resultBegin() {
    return Arrays.stream(counts, 0, rank).sum();
  }

  @Override
  protected int resultCount() {
    return counts[rank];
  }

  @Override
  protected void call() throws MPIException {
    comm.reduceScatter(operand, result, counts(), MPI.FLOAT, MPI.SUM);
  }

  private int[] counts() {
    if (counts == null || countsOf != count()) {
      countsOf = count();
      counts = IntStream.range(0, ranks).map(this::part).toArray();
    }
    return counts;
  }

  /** The first ranks get one element more where the operand cannot be divided. */
  private int part(int of) {
    return count() / ranks + (of < count() % ranks ? 1 : 0);
  }
}
