package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

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
  String figure() {
    return "Latency (us)";
  }

  @Override
  String how() {
    return "blocking calls";
  }

  @Override
  void prepare() {
    sent = sendBuffer();
    received = receiveBuffer();
  }

  @Override
  void iterate(int iterations) throws MPIException {
    if (rank == 0) {
      ping(comm, sent, received, bytes, iterations);
    } else {
      pong(comm, sent, received, bytes, iterations);
    }
  }

  private static void ping(Comm comm, Object sent, Object received, int bytes, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.send(sent, bytes, MPI.BYTE, 1, DATA_TAG);
      comm.recv(received, bytes, MPI.BYTE, 1, DATA_TAG);
    }
  }

  private static void pong(Comm comm, Object sent, Object received, int bytes, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.recv(received, bytes, MPI.BYTE, 0, DATA_TAG);
      comm.send(sent, bytes, MPI.BYTE, 0, DATA_TAG);
    }
  }

  @Override
  double figure(double seconds, int iterations) {
    return seconds * 1e6 / (2.0 * iterations);
  }

  @Override
  int expectedSource() {
    return 1 - rank;
  }
}
