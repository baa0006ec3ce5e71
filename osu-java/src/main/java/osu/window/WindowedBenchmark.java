package osu.window;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Benchmark;
import osu.benchmark.PingPongs;
import osu.message.Layout;

/**
 * Rank 0 sends a window of messages, rank 1 acknowledges the window, and so on.
 *
 * <p>{@code Bandwidth} and {@code MessageRate} time the same loop and say different things of it.
 */
public abstract class WindowedBenchmark extends Benchmark {
  private Window window;
  private Object[] sent;
  private Object[] received;
  private Object acknowledgement;
  private Datatype type = MPI.BYTE;
  private int typeBytes;

  @Override
  protected final String how() {
    return "window of " + options.window() + ", " + window.how();
  }

  @Override
  protected final int slots() {
    return options.window();
  }

  @Override
  protected final void prepare() {
    window = Window.choose(options.kind(), comm, options.window());
    sent = sendSlots();
    received = receiveSlots();
    acknowledgement = options.kind().allocate(1).buffer();
  }

  @Override
  protected final boolean takesLayouts() {
    return true;
  }

  @Override
  protected final void begin() throws MPIException {
    PingPongs.run(comm, rank, sent, received, bytes);
  }

  @Override
  protected final long iterate(int warmUp, int iterations) throws MPIException {
    chooseType();
    int count = options.layout().count(bytes);
    return rank == 0
        ? send(comm, window, sent, acknowledgement, count, type, warmUp, iterations)
        : receive(comm, window, received, acknowledgement, count, type, warmUp + iterations);
  }

  /** Each size has a datatype of its own, unless messages are plain bytes. */
  private void chooseType() throws MPIException {
    if (options.layout() != Layout.CONTIGUOUS && typeBytes != bytes) {
      if (typeBytes != 0) {
        type.free();
      }
      type = options.layout().type(bytes);
      type.commit();
      typeBytes = bytes;
    }
  }

  private static long send(
      Comm comm,
      Window window,
      Object[] sent,
      Object acknowledgement,
      int count,
      Datatype type,
      int warmUp,
      int iterations)
      throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      window.send(sent, count, type, 1);
      comm.recv(acknowledgement, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    }
    return System.nanoTime() - start;
  }

  private static long receive(
      Comm comm,
      Window window,
      Object[] received,
      Object acknowledgement,
      int count,
      Datatype type,
      int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      window.receive(received, count, type, 0);
      comm.send(acknowledgement, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
    }
    return 0;
  }

  @Override
  protected final int expectedSource() {
    return rank == 1 ? 0 : NO_SOURCE;
  }
}
