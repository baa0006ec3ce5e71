package osu.benchmark;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** The blocking messages that OSU's windowed benchmarks begin with, between ranks 0 and 1. */
public final class PingPongs {
  private static final int TAG = 13;

  private PingPongs() {}

  public static void run(Comm comm, int rank, Object[] sent, Object[] received, int bytes)
      throws MPIException {
    for (int i = 0; i < Benchmark.FIRST_ITERATIONS; i++) {
      Object out = sent[i % sent.length];
      Object in = received[i % received.length];
      if (rank == 0) {
        comm.recv(in, bytes, MPI.BYTE, 1, TAG);
        comm.send(out, bytes, MPI.BYTE, 1, TAG);
      } else {
        comm.send(out, bytes, MPI.BYTE, 0, TAG);
        comm.recv(in, bytes, MPI.BYTE, 0, TAG);
      }
    }
  }
}
