package osu.cost;

import java.util.Locale;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Computation;
import osu.report.Statistics;

/**
 * How long a computation takes while no message comes: {@code IdleProgress [REPETITIONS]}, 20 if
 * not given. Each rank does the same work so many times without a call of MPI; rank 0 prints the
 * median and the mean of its times in milliseconds. With and without {@code --mca
 * mpi_async_progress 1} it shows what an idle progress thread costs.
 */
public final class IdleProgress {
  private static final int UNITS = 75_000_000;
  private static final int WARM_UP = 3;

  private IdleProgress() {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int repetitions = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
    Computation computation = new Computation();
    computation.nanosOf(UNITS, WARM_UP);
    MPI.COMM_WORLD.barrier();
    double[] millis = new double[repetitions];
    double sum = 0;
    for (int i = 0; i < repetitions; i++) {
      millis[i] = computation.nanosOf(UNITS, 1) * 1e-6;
      sum += millis[i];
    }
    MPI.COMM_WORLD.barrier();
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "computation: median %.2f ms, mean %.2f ms%n",
          Statistics.median(millis),
          sum / repetitions);
    }
    MPI.Finalize();
  }
}
