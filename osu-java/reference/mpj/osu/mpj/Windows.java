package osu.mpj;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What the benchmarks with windows of non-blocking messages share. */
abstract class Windows extends Benchmark {
  private static final int FIRST_TAG = 13;

  byte[][] sent;
  byte[][] received;

  @Override
  final List<String> figures() {
    return List.of("Bandwidth (MB/s)");
  }

  @Override
  final int largestBytesByDefault() {
    return 4 << 20;
  }

  @Override
  final int slots() {
    return options.window();
  }

  @Override
  void prepare() {
    sent = arrays();
    received = arrays();
  }

  @Override
  final void begin() throws MPIException {
    for (int i = 0; i < FIRST_ITERATIONS; i++) {
      byte[] out = sent[i % sent.length];
      byte[] in = received[i % received.length];
      if (rank == 0) {
        comm.Recv(in, 0, bytes, MPI.BYTE, 1, FIRST_TAG);
        comm.Send(out, 0, bytes, MPI.BYTE, 1, FIRST_TAG);
      } else {
        comm.Send(out, 0, bytes, MPI.BYTE, 0, FIRST_TAG);
        comm.Recv(in, 0, bytes, MPI.BYTE, 0, FIRST_TAG);
      }
    }
  }

  final void startSends(Request[] requests, int first, int peer) throws MPIException {
    for (int i = 0; i < sent.length; i++) {
      requests[first + i] = comm.Isend(sent[i], 0, bytes, MPI.BYTE, peer, DATA_TAG);
    }
  }

  final void startReceives(Request[] requests, int peer) throws MPIException {
    for (int i = 0; i < received.length; i++) {
      requests[i] = comm.Irecv(received[i], 0, bytes, MPI.BYTE, peer, DATA_TAG);
    }
  }

  final double bandwidth(int directions, double seconds, int iterations) {
    return (double) directions * bytes * slots() * iterations / seconds / 1e6;
  }
}
