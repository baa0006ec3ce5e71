package osu.mpj;

import mpi.MPIException;
import mpi.Request;

/** Bytes a second of both directions together. */
final class BiBandwidth extends Windows {
  private Request[] requests;

  @Override
  void prepare() {
    super.prepare();
    requests = new Request[2 * slots()];
  }

  @Override
  long iterate(int warmUp, int iterations) throws MPIException {
    int peer = 1 - rank;
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      startReceives(requests, peer);
      startSends(requests, slots(), peer);
      Request.Waitall(requests);
    }
    return System.nanoTime() - start;
  }

  @Override
  double[] figures(double seconds, int iterations) {
    return new double[] {bandwidth(2, seconds, iterations)};
  }
}
