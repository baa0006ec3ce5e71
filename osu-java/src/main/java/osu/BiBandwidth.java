package osu;

import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Benchmark;
import osu.benchmark.PingPongs;
import osu.window.Window;

/**
 * Bytes a second of both directions together while ranks 0 and 1 send each other windows of
 * messages; 1 MB is 10^6 bytes.
 */
public final class BiBandwidth extends Benchmark {
  private Window window;
  private Object[] sent;
  private Object[] received;

  public static void main(String[] arguments) throws MPIException {
    new BiBandwidth().run(arguments);
  }

  @Override
  protected String figure() {
    return "Bandwidth (MB/s)";
  }

  @Override
  protected String how() {
    return "window of " + options.window() + " each way, " + window.how();
  }

  @Override
  protected int slots() {
    return options.window();
  }

  @Override
  protected void prepare() {
    window = Window.choose(options.kind(), comm, options.window());
    sent = sendSlots();
    received = receiveSlots();
  }

  @Override
  protected void begin() throws MPIException {
    PingPongs.run(comm, rank, sent, received, bytes);
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    return exchange(window, sent, received, bytes, 1 - rank, warmUp, iterations);
  }

  private static long exchange(
      Window window,
      Object[] sent,
      Object[] received,
      int bytes,
      int peer,
      int warmUp,
      int iterations)
      throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      window.exchange(sent, received, bytes, MPI.BYTE, peer);
    }
    return System.nanoTime() - start;
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return 2.0 * bytes * options.window() * iterations / seconds / 1e6;
  }

  @Override
  protected int expectedSource() {
    return 1 - rank;
  }
}
