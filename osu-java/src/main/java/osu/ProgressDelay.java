package osu;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import osu.benchmark.Benchmark;
import osu.options.UsageException;
import osu.window.NonBlockingWindow;

/**
 * How long a blocked receiver waits for a message whose sender starts it and then computes for 100
 * ms without a look at MPI. Without asynchronous progress a long message takes about that long.
 */
public final class ProgressDelay extends Benchmark {
  private static final long COMPUTE_NANOS = 100_000_000;

  private double waitedMillis;
  private Object sent;
  private Object received;
  private NonBlockingWindow window;

  /** What the computation comes to, so that it cannot be left out. */
  private double result;

  public static void main(String[] arguments) throws MPIException {
    new ProgressDelay().run(arguments);
  }

  @Override
  protected String figure() {
    return "Delay (ms)";
  }

  @Override
  protected String how() {
    return "sender computes for 100 ms";
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
    byte[] word = new byte[1];
    double[] waited = new double[1];
    waitedMillis = 0;
    for (int i = 0; i < iterations; i++) {
      if (rank == 0) {
        comm.send(word, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
        Request send = window.startSend(sent, bytes, MPI.BYTE, 1);
        compute();
        send.waitFor();
        comm.recv(waited, 1, MPI.DOUBLE, 1, ACKNOWLEDGE_TAG);
        waitedMillis += waited[0];
      } else {
        comm.recv(word, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
        long start = System.nanoTime();
        comm.recv(received, bytes, MPI.BYTE, 0, DATA_TAG);
        waited[0] = (System.nanoTime() - start) * 1e-6;
        comm.send(waited, 1, MPI.DOUBLE, 0, ACKNOWLEDGE_TAG);
      }
    }
  }

  private void compute() {
    long end = System.nanoTime() + COMPUTE_NANOS;
    while (System.nanoTime() - end < 0) {
      for (int i = 1; i < 1000; i++) {
        result += Math.sqrt(i + result);
      }
    }
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return waitedMillis / iterations;
  }

  @Override
  protected int expectedSource() {
    return rank == 1 ? 0 : NO_SOURCE;
  }
}
