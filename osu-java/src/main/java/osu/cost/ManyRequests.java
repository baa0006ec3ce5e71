package osu.cost;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import osu.report.Statistics;

/**
 * What it costs to complete a receive among many: {@code ManyRequests [REQUESTS …]}, 100, 1,000 and
 * 10,000 if not given. Rank 0 starts so many receives, rank 1 sends their messages of 8 bytes, and
 * rank 0 completes them by waitAll, or by waitAny, waitSome or testSome called until none is left.
 * Prints the nanoseconds for each request, the median of several rounds; where the calls are linear
 * in all, the figure does not grow with the number of requests.
 */
public final class ManyRequests {
  private static final int MESSAGES = 200_000;
  private static final int LEAST_ROUNDS = 20;
  private static final int MOST_ROUNDS = 500;
  private static final int TAG = 1;
  private static final int GO_TAG = 2;

  /** How all of an array of requests are completed. */
  private interface Form {
    void complete(Request[] requests) throws MPIException;
  }

  private final Comm comm = MPI.COMM_WORLD;
  private final int rank;
  private final byte[] content = new byte[8];

  private ManyRequests() throws MPIException {
    rank = comm.getRank();
  }

  public static void main(String[] arguments) throws MPIException {
    MPI.Init(arguments);
    int[] numbers =
        arguments.length == 0
            ? new int[] {100, 1_000, 10_000}
            : Arrays.stream(arguments).mapToInt(Integer::parseInt).toArray();
    ManyRequests benchmark = new ManyRequests();
    if (benchmark.rank == 0) {
      System.out.println("# Completing many receives: ns for each request");
      System.out.printf(
          "%-10s%12s%12s%12s%12s%n", "# Requests", "waitAll", "waitAny", "waitSome", "testSome");
    }
    for (int number : numbers) {
      benchmark.measure(number);
    }
    MPI.Finalize();
  }

  private void measure(int number) throws MPIException {
    Form[] forms = {
      Request::waitAll, ManyRequests::byAny, ManyRequests::bySome, ManyRequests::byTests
    };
    StringBuilder row = new StringBuilder(String.format("%-10d", number));
    for (Form form : forms) {
      row.append(String.format(Locale.ROOT, "%12.1f", measure(number, form)));
    }
    if (rank == 0) {
      System.out.println(row);
    }
  }

  /** The first half of the rounds warms up. */
  private double measure(int number, Form form) throws MPIException {
    int rounds = Math.min(MOST_ROUNDS, Math.max(LEAST_ROUNDS, MESSAGES / number));
    double[] nanos = new double[rounds];
    for (int round = 0; round < 2 * rounds; round++) {
      if (rank == 0) {
        nanos[round % rounds] = receive(number, form);
      } else {
        comm.recv(content, 0, MPI.BYTE, 0, GO_TAG);
        for (int i = 0; i < number; i++) {
          comm.send(content, content.length, MPI.BYTE, 0, TAG);
        }
      }
    }
    return Statistics.median(nanos) / number;
  }

  private double receive(int number, Form form) throws MPIException {
    Request[] requests = new Request[number];
    ByteBuffer buffer = MPI.newByteBuffer(content.length);
    for (int i = 0; i < number; i++) {
      requests[i] = comm.iRecv(buffer, content.length, MPI.BYTE, 1, TAG);
    }
    comm.send(content, 0, MPI.BYTE, 1, GO_TAG);
    long start = System.nanoTime();
    form.complete(requests);
    return System.nanoTime() - start;
  }

  private static void byAny(Request[] requests) throws MPIException {
    while (Request.waitAny(requests) != MPI.UNDEFINED) {
      // The request that was found is null in the array now.
    }
  }

  private static void bySome(Request[] requests) throws MPIException {
    for (int left = requests.length; left > 0; ) {
      left -= Request.waitSome(requests).length;
    }
  }

  private static void byTests(Request[] requests) throws MPIException {
    for (int left = requests.length; left > 0; ) {
      int[] found = Request.testSome(requests);
      left -= found == null ? 0 : found.length;
    }
  }
}
