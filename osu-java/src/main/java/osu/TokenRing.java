package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The time of a hop when a token goes round all ranks: 0, 1, …, and back to 0. */
public final class TokenRing extends Benchmark {
  private Object sent;
  private Object received;

  public static void main(String[] arguments) throws MPIException {
    new TokenRing().run(arguments);
  }

  @Override
  boolean usesAllRanks() {
    return true;
  }

  @Override
  String figure() {
    return "Hop (us)";
  }

  @Override
  String how() {
    return ranks + " ranks, blocking calls";
  }

  @Override
  void prepare() {
    sent = sendBuffer();
    received = receiveBuffer();
  }

  @Override
  void iterate(int iterations) throws MPIException {
    if (rank == 0) {
      start(comm, sent, received, bytes, ranks - 1, iterations);
    } else {
      forward(comm, received, bytes, rank - 1, (rank + 1) % ranks, iterations);
    }
  }

  private static void start(
      Comm comm, Object sent, Object received, int bytes, int last, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.send(sent, bytes, MPI.BYTE, 1, DATA_TAG);
      comm.recv(received, bytes, MPI.BYTE, last, DATA_TAG);
    }
  }

  private static void forward(
      Comm comm, Object token, int bytes, int previous, int next, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.recv(token, bytes, MPI.BYTE, previous, DATA_TAG);
      comm.send(token, bytes, MPI.BYTE, next, DATA_TAG);
    }
  }

  @Override
  double figure(double seconds, int iterations) {
    return seconds * 1e6 / ((double) iterations * ranks);
  }

  @Override
  int expectedSource() {
    return 0;
  }
}
