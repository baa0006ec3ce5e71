package osu;

import mpi.MPIException;
import osu.window.WindowedBenchmark;

/** Bytes a second from rank 0 to rank 1 with a window of messages in flight; 1 MB is 10^6 bytes. */
public final class Bandwidth extends WindowedBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new Bandwidth().run(arguments);
  }

  @Override
  protected String figure() {
    return "Bandwidth (MB/s)";
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return (double) bytes * options.window() * iterations / seconds / 1e6;
  }
}
