package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Rank 0 sends a window of messages, rank 1 acknowledges the window, and so on.
 *
 * <p>{@link Bandwidth} and {@link MessageRate} time the same loop and say different things of it.
 */
abstract class WindowedBenchmark extends Benchmark {
  private Window window;
  private Object[] sent;
  private Object[] received;
  private Object acknowledgement;

  @Override
  final String how() {
    return "window of " + options.window() + ", " + window.how();
  }

  @Override
  final int slots() {
    return options.window();
  }

  @Override
  final void prepare() {
    window = Window.choose(options.kind(), comm, options.window());
    sent = sendSlots();
    received = receiveSlots();
    acknowledgement = options.kind().allocate(1).buffer();
  }

  @Override
  final void iterate(int iterations) throws MPIException {
    if (rank == 0) {
      send(comm, window, sent, acknowledgement, bytes, iterations);
    } else {
      receive(comm, window, received, acknowledgement, bytes, iterations);
    }
  }

  private static void send(
      Comm comm, Window window, Object[] sent, Object acknowledgement, int bytes, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      window.send(sent, bytes, 1);
      comm.recv(acknowledgement, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    }
  }

  private static void receive(
      Comm comm,
      Window window,
      Object[] received,
      Object acknowledgement,
      int bytes,
      int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      window.receive(received, bytes, 0);
      comm.send(acknowledgement, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
    }
  }

  @Override
  final int expectedSource() {
    return rank == 1 ? 0 : NO_SOURCE;
  }
}
