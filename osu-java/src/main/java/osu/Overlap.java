package osu;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import osu.benchmark.Benchmark;
import osu.benchmark.Computation;
import osu.options.UsageException;
import osu.window.NonBlockingWindow;

/**
 * How much of a message's time rank 0 can compute, in percent: of a send that it has started, and
 * of a receive. Rank 1 is in the blocking call meanwhile.
 *
 * <p>As OSU's benchmarks of non-blocking calls do, a chunk first times the communication alone,
 * started and at once waited for. Then comes a computation of just that time, without a call of
 * MPI, between start and wait. If the whole takes no longer than the computation, the overlap is
 * 100 %; if it takes as long as one after the other, 0 %.
 */
public final class Overlap extends Benchmark {
  private static final boolean SEND = true;
  private static final boolean RECEIVE = false;

  private final Computation computation = new Computation();
  private final byte[] ready = new byte[1];
  private NonBlockingWindow window;
  private Object sent;
  private Object received;
  private double sendOverlap;
  private double receiveOverlap;

  public static void main(String[] arguments) throws MPIException {
    new Overlap().run(arguments);
  }

  @Override
  protected String figure() {
    return "Send overlap (%)";
  }

  @Override
  protected List<String> figures() {
    return List.of(figure(), "Receive overlap (%)");
  }

  @Override
  protected String how() {
    return window.how() + " and a computation as long as the message";
  }

  @Override
  protected void prepare() throws UsageException {
    sent = sendBuffer();
    received = receiveBuffer();
    window = NonBlockingWindow.require(options.kind(), comm, 1);
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    if (warmUp > 0) {
      iterate(warmUp);
    }
    long start = System.nanoTime();
    iterate(iterations);
    return System.nanoTime() - start;
  }

  private void iterate(int iterations) throws MPIException {
    if (rank == 0) {
      sendOverlap = overlap(SEND, iterations);
      receiveOverlap = overlap(RECEIVE, iterations);
    } else {
      // Two passes of each, and in each a message that is not timed.
      receiveBlocking(2 * (iterations + 1));
      sendBlocking(2 * (iterations + 1));
    }
  }

  private double overlap(boolean send, int iterations) throws MPIException {
    double pureNanos = nanosOf(send, 0, iterations);
    int units = computation.unitsFor(pureNanos);
    double computeNanos = computation.nanosOf(units, iterations);
    double totalNanos = nanosOf(send, units, iterations);
    return percent(pureNanos, computeNanos, totalNanos);
  }

  /** What is not spent on computing is spent on communication; noise may lead out of the range. */
  static double percent(double pureNanos, double computeNanos, double totalNanos) {
    double percent = 100 * (1 - (totalNanos - computeNanos) / pureNanos);
    return Math.max(0, Math.min(100, percent));
  }

  /** The mean time of start, computation and wait; the first, which finds rank 1 asleep, apart. */
  private double nanosOf(boolean send, int units, int iterations) throws MPIException {
    long nanos = 0;
    for (int i = 0; i <= iterations; i++) {
      long once = send ? sendNanos(units) : receiveNanos(units);
      nanos += i == 0 ? 0 : once;
    }
    return (double) nanos / iterations;
  }

  /** In either direction the receiver says when it is about to receive. */
  private long sendNanos(int units) throws MPIException {
    comm.recv(ready, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    long start = System.nanoTime();
    Request request = window.startSend(sent, bytes, MPI.BYTE, 1);
    computation.run(units);
    request.waitFor();
    return System.nanoTime() - start;
  }

  private long receiveNanos(int units) throws MPIException {
    comm.send(ready, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    long start = System.nanoTime();
    Request request = window.startReceive(received, bytes, MPI.BYTE, 1);
    computation.run(units);
    request.waitFor();
    return System.nanoTime() - start;
  }

  private void receiveBlocking(int messages) throws MPIException {
    for (int i = 0; i < messages; i++) {
      comm.send(ready, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
      comm.recv(received, bytes, MPI.BYTE, 0, DATA_TAG);
    }
  }

  private void sendBlocking(int messages) throws MPIException {
    for (int i = 0; i < messages; i++) {
      comm.recv(ready, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
      comm.send(sent, bytes, MPI.BYTE, 0, DATA_TAG);
    }
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return sendOverlap;
  }

  @Override
  protected double[] figures(double seconds, int iterations) {
    return new double[] {sendOverlap, receiveOverlap};
  }

  @Override
  protected int expectedSource() {
    return 1 - rank;
  }
}
