package osu.mpj;

import java.util.Arrays;
import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import osu.message.BufferKind;
import osu.message.Layout;
import osu.options.Options;
import osu.options.UsageException;
import osu.report.Report;

/**
 * OSU's schedule, as {@code osu.benchmark.Benchmark} keeps it: some messages before the first size;
 * for each size warm-up and timed iterations in one loop, then a barrier.
 */
abstract class Benchmark {
  static final int DATA_TAG = 1;
  static final int ACKNOWLEDGE_TAG = 2;

  /** How often OSU does what it does before the first size, and with how many bytes. */
  static final int FIRST_ITERATIONS = 10_000;

  private static final int FIRST_BYTES = 1024;

  Intracomm comm;
  int rank;
  int ranks;
  Options options;

  /** The length of the messages in the current size. */
  int bytes;

  /** The columns of the report, the figure that counts first. */
  abstract List<String> figures();

  /** The largest message size where none is given. */
  abstract int largestBytesByDefault();

  /** How many messages are in flight. */
  int slots() {
    return 1;
  }

  /** The message sizes that are measured. */
  List<Integer> sizes() {
    return options.schedule().sizes();
  }

  /** Allocates what the loops need. */
  abstract void prepare();

  /** What happens before the first size. */
  void begin() throws MPIException {}

  /**
   * Runs the loop of this rank.
   *
   * @return the nanoseconds that the iterations after the warm-up take
   */
  abstract long iterate(int warmUp, int iterations) throws MPIException;

  /** What was measured, in the order of {@link #figures()}. */
  abstract double[] figures(double seconds, int iterations) throws MPIException;

  final void readOptions(String... words) throws UsageException {
    options = Options.parse(largestBytesByDefault(), words);
    if (options.kind() != BufferKind.ARRAY || options.layout() != Layout.CONTIGUOUS) {
      throw new UsageException("MPJ Express has plain arrays only: -a array");
    }
    if (options.schedule().isSteady() || options.validate()) {
      throw new UsageException("on MPJ Express there are neither --chunks nor --validate");
    }
  }

  final void run() throws MPIException, UsageException {
    comm = MPI.COMM_WORLD;
    rank = comm.Rank();
    ranks = comm.Size();
    prepare();
    if (rank == 0) {
      try (Report report = new Report(System.out, options, figures().size())) {
        report.header(getClass().getName(), figures(), ranks + " ranks of MPJ Express, arrays");
        runSizes(report);
      }
    } else {
      runSizes(null);
    }
  }

  private void runSizes(Report report) throws MPIException {
    bytes = Math.min(FIRST_BYTES, options.largestBytes());
    begin();
    boolean windowed = slots() > 1;
    for (int size : sizes()) {
      bytes = size;
      int iterations = options.schedule().iterationsFor(bytes, windowed);
      int warmUp = options.schedule().warmUpIterationsFor(bytes, windowed, false);
      double[] figures = figures(iterate(warmUp, iterations) * 1e-9, iterations);
      comm.Barrier();
      if (report != null) {
        report.row(bytes, new double[][] {figures}, 0);
      }
    }
  }

  /** Memory that has been written to, as a program's has that sends it. */
  static byte[] array(int length) {
    byte[] array = new byte[length];
    Arrays.fill(array, (byte) 1);
    return array;
  }

  final byte[][] arrays() {
    byte[][] arrays = new byte[slots()][];
    for (int slot = 0; slot < arrays.length; slot++) {
      arrays[slot] = array(options.largestBytes());
    }
    return arrays;
  }
}
