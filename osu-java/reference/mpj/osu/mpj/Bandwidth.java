package osu.mpj;

import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Bytes a second from rank 0 to rank 1, which acknowledges each window. */
final class Bandwidth extends Windows {
  private Request[] requests;
  private byte[] acknowledgement;

  @Override
  void prepare() {
    super.prepare();
    requests = new Request[slots()];
    acknowledgement = array(1);
  }

  @Override
  long iterate(int warmUp, int iterations) throws MPIException {
    return rank == 0 ? send(warmUp, iterations) : receive(warmUp + iterations);
  }

  private long send(int warmUp, int iterations) throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      startSends(requests, 0, 1);
      Request.Waitall(requests);
      comm.Recv(acknowledgement, 0, 1, MPI.BYTE, 1, ACKNOWLEDGE_TAG);
    }
    return System.nanoTime() - start;
  }

  private long receive(int iterations) throws MPIException {
    for (int i = 0; i < iterations; i++) {
      startReceives(requests, 0);
      Request.Waitall(requests);
      comm.Send(acknowledgement, 0, 1, MPI.BYTE, 0, ACKNOWLEDGE_TAG);
    }
    return 0;
  }

  @Override
  double[] figures(double seconds, int iterations) {
    return new double[] {bandwidth(1, seconds, iterations)};
  }
}
