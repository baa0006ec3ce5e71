package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Benchmark;

/**
 * Half the time of a message there and one back, between ranks 0 and 1.
 *
 * <p>Further ranks exchange a message with both at the start and are silent from then on.
 */
public final class Latency extends Benchmark {
  private Object sent;
  private Object received;

  public static void main(String[] arguments) throws MPIException {
    new Latency().run(arguments);
  }

  @Override
  protected String figure() {
    return "Latency (us)";
  }

  @Override
  protected String how() {
    return "blocking calls";
  }

  @Override
  protected void prepare() {
    sent = sendBuffer();
    received = receiveBuffer();
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    return iterate(comm, rank, sent, received, bytes, warmUp, iterations);
  }

  static long iterate(
      Comm comm, int rank, Object sent, Object received, int bytes, int warmUp, int iterations)
      throws MPIException {
    return rank == 0
        ? ping(comm, sent, received, bytes, warmUp, iterations)
        : pong(comm, sent, received, bytes, warmUp + iterations);
  }

  private static long ping(
      Comm comm, Object sent, Object received, int bytes, int warmUp, int iterations)
      throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      comm.send(sent, bytes, MPI.BYTE, 1, DATA_TAG);
      comm.recv(received, bytes, MPI.BYTE, 1, DATA_TAG);
    }
    return System.nanoTime() - start;
  }

  private static long pong(Comm comm, Object sent, Object received, int bytes, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.recv(received, bytes, MPI.BYTE, 0, DATA_TAG);
      comm.send(sent, bytes, MPI.BYTE, 0, DATA_TAG);
    }
    return 0;
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return seconds * 1e6 / (2.0 * iterations);
  }

  @Override
  protected int expectedSource() {
    return 1 - rank;
  }
}
