package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Bytes a second of both directions together while ranks 0 and 1 send each other windows of
 * messages; 1 MB is 10^6 bytes.
 */
public final class BiBandwidth extends Benchmark {
  private Window window;
  private Object[] sent;
  private Object[] received;
  private Object acknowledgement;

  public static void main(String[] arguments) throws MPIException {
    new BiBandwidth().run(arguments);
  }

  @Override
  String figure() {
    return "Bandwidth (MB/s)";
  }

  @Override
  String how() {
    return "window of " + options.window() + " each way, " + window.how();
  }

  @Override
  int slots() {
    return options.window();
  }

  @Override
  void prepare() {
    window = Window.choose(options.kind(), comm, options.window());
    sent = sendSlots();
    received = receiveSlots();
    acknowledgement = options.kind().allocate(1).buffer();
  }

  @Override
  void iterate(int iterations) throws MPIException {
    if (rank == 0) {
      first(comm, window, sent, received, acknowledgement, bytes, iterations);
    } else {
      second(comm, window, sent, received, acknowledgement, bytes, iterations);
    }
  }

  private static void first(
      Comm comm,
      Window window,
      Object[] sent,
      Object[] received,
      Object acknowledgement,
      int bytes,
      int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      window.exchange(sent, received, bytes, MPI.BYTE, 1);
      comm.recv(acknowledgement, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    }
  }

  private static void second(
      Comm comm,
      Window window,
      Object[] sent,
      Object[] received,
      Object acknowledgement,
      int bytes,
      int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      window.exchange(sent, received, bytes, MPI.BYTE, 0);
      comm.send(acknowledgement, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
    }
  }

  @Override
  double figure(double seconds, int iterations) {
    return 2.0 * bytes * options.window() * iterations / seconds / 1e6;
  }

  @Override
  int expectedSource() {
    return 1 - rank;
  }
}
