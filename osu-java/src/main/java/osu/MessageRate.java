package osu;

import mpi.MPIException;
import osu.window.WindowedBenchmark;

/** Messages a second from rank 0 to rank 1 with a window of messages in flight. */
public final class MessageRate extends WindowedBenchmark {

  public static void main(String[] arguments) throws MPIException {
    new MessageRate().run(arguments);
  }

  @Override
  protected String figure() {
    return "Messages/s";
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return (double) options.window() * iterations / seconds;
  }
}
