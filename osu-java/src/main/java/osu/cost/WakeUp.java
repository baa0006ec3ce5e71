package osu.cost;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import osu.options.UsageException;
import osu.report.Statistics;

/**
 * What it costs to wait for long: how much of a core a rank uses that is blocked in a receive, and
 * how much later than otherwise the message arrives.
 *
 * <p>Rank 0 computes for a while, sends a message to rank 1, and waits for the answer. The same
 * without the computation is subtracted from the time that takes, so what is left is the delay by
 * which rank 1 notices the message, and whatever the sender does to wake it.
 */
public final class WakeUp {
  private static final String USAGE =
      """
      Usage: mpirun -n 2 java -cp osu-java/target/classes osu.cost.WakeUp [options]
        -i, --iterations N    messages to a rank that waits for long (500)
            --pause MILLIS    for how long it waits before each (20)
            --idle SECONDS    for how long it waits while its use of the core is measured (10)
      """;

  private static final int TAG = 1;
  private static final int QUICK_ROUNDS = 20;

  /** What is done so seldom is compiled late. */
  private static final int WARM_UP = 500;

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank = comm.getRank();
  private final long[] word = new long[1];

  private int iterations = 500;
  private int pauseMillis = 20;
  private int idleSeconds = 10;

  private WakeUp() throws MPIException {}

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    WakeUp benchmark = new WakeUp();
    int exitCode = 0;
    try {
      benchmark.parse(arguments);
      benchmark.run();
    } catch (UsageException wrong) {
      if (benchmark.rank == 0) {
        System.err.println("osu.cost.WakeUp: " + wrong.getMessage());
        System.err.print(USAGE);
      }
      exitCode = 2;
    }
    MPI.Finalize();
    if (exitCode != 0) {
      System.exit(exitCode);
    }
  }

  private void parse(String[] arguments) throws UsageException {
    if (comm.getSize() != 2) {
      throw new UsageException("needs 2 ranks, the job has " + comm.getSize());
    }
    for (int i = 0; i < arguments.length; i += 2) {
      int value = i + 1 < arguments.length ? number(arguments[i], arguments[i + 1]) : -1;
      switch (arguments[i]) {
        case "-i", "--iterations" -> iterations = value;
        case "--pause" -> pauseMillis = value;
        case "--idle" -> idleSeconds = value;
        default -> throw new UsageException("unknown option " + arguments[i]);
      }
      if (value < 1) {
        throw new UsageException(arguments[i] + " needs a number, at least 1");
      }
    }
  }

  private static int number(String name, String text) throws UsageException {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException wrong) {
      throw new UsageException(name + " is " + text + "; it must be a number");
    }
  }

  private void run() throws MPIException {
    if (rank != 0) {
      answer();
      return;
    }
    double[] delays = new double[iterations];
    for (int i = -WARM_UP; i < iterations; i++) {
      pause(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
      double slow = exchange();
      double[] quick = new double[QUICK_ROUNDS];
      for (int round = 0; round < QUICK_ROUNDS; round++) {
        quick[round] = exchange();
      }
      if (i >= 0) {
        delays[i] = slow - Statistics.median(quick);
      }
    }
    pause(TimeUnit.SECONDS.toNanos(idleSeconds));
    exchange();
    double percent = word[0] * 1e-9 / idleSeconds * 100;
    Arrays.sort(delays);
    System.out.println(
        "# osu.cost.WakeUp: a message for a rank that waits since " + pauseMillis + " ms");
    System.out.println("#    delay p50 (us)      p90      p99   core while waiting (%)");
    System.out.printf(
        Locale.ROOT,
        "%19.1f %8.1f %8.1f   %22.2f%n",
        Statistics.median(delays),
        percentile(delays, 90),
        percentile(delays, 99),
        percent);
  }

  private static double percentile(double[] sorted, int percent) {
    return sorted[(sorted.length - 1) * percent / 100];
  }

  /** Rank 1's part; the answer says how much of its core it has used for waiting. */
  private void answer() throws MPIException {
    int rounds = (WARM_UP + iterations) * (1 + QUICK_ROUNDS) + 1;
    for (int round = 0; round < rounds; round++) {
      boolean last = round == rounds - 1;
      long before = last ? cpuNanos() : 0;
      comm.recv(word, 1, MPI.LONG, 0, TAG);
      word[0] = last ? cpuNanos() - before : 0;
      comm.send(word, 1, MPI.LONG, 0, TAG);
    }
  }

  /** What all threads of this process have used. */
  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** The time of a message there and one back, in microseconds. */
  private double exchange() throws MPIException {
    long start = System.nanoTime();
    comm.send(word, 1, MPI.LONG, 1, TAG);
    comm.recv(word, 1, MPI.LONG, 1, TAG);
    return (System.nanoTime() - start) * 1e-3;
  }

  /** Computes: a process that has slept itself is slow for a moment, whatever it does. */
  private static void pause(long nanos) {
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      Thread.onSpinWait();
    }
  }
}
