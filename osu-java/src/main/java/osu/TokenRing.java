package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import osu.benchmark.Benchmark;

/** The time of a hop when a token goes round all ranks: 0, 1, …, and back to 0. */
public final class TokenRing extends Benchmark {
  private Object sent;
  private Object received;

  public static void main(String[] arguments) throws MPIException {
    new TokenRing().run(arguments);
  }

  @Override
  protected boolean usesAllRanks() {
    return true;
  }

  @Override
  protected String figure() {
    return "Hop (us)";
  }

  @Override
  protected String how() {
    return ranks + " ranks, blocking calls";
  }

  @Override
  protected void prepare() {
    sent = sendBuffer();
    received = receiveBuffer();
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    return rank == 0
        ? start(comm, sent, received, bytes, ranks - 1, warmUp, iterations)
        : forward(comm, received, bytes, rank - 1, (rank + 1) % ranks, warmUp + iterations);
  }

  private static long start(
      Comm comm, Object sent, Object received, int bytes, int last, int warmUp, int iterations)
      throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      comm.send(sent, bytes, MPI.BYTE, 1, DATA_TAG);
      comm.recv(received, bytes, MPI.BYTE, last, DATA_TAG);
    }
    return System.nanoTime() - start;
  }

  private static long forward(
      Comm comm, Object token, int bytes, int previous, int next, int iterations)
      throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.recv(token, bytes, MPI.BYTE, previous, DATA_TAG);
      comm.send(token, bytes, MPI.BYTE, next, DATA_TAG);
    }
    return 0;
  }

  @Override
  protected double figure(double seconds, int iterations) {
    return seconds * 1e6 / ((double) iterations * ranks);
  }

  @Override
  protected int expectedSource() {
    return 0;
  }
}
