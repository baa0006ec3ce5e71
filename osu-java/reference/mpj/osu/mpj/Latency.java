package osu.mpj;

import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/** Half the time of a message there and one back. */
final class Latency extends Benchmark {
  private byte[] sent;
  private byte[] received;

  @Override
  List<String> figures() {
    return List.of("Latency (us)");
  }

  @Override
  int largestBytesByDefault() {
    return 4 << 20;
  }

  @Override
  void prepare() {
    sent = array(options.largestBytes());
    received = array(options.largestBytes());
  }

  @Override
  long iterate(int warmUp, int iterations) throws MPIException {
    return rank == 0 ? ping(warmUp, iterations) : pong(warmUp + iterations);
  }

  private long ping(int warmUp, int iterations) throws MPIException {
    long start = 0;
    for (int i = 0; i < warmUp + iterations; i++) {
      if (i == warmUp) {
        start = System.nanoTime();
      }
      comm.Send(sent, 0, bytes, MPI.BYTE, 1, DATA_TAG);
      comm.Recv(received, 0, bytes, MPI.BYTE, 1, DATA_TAG);
    }
    return System.nanoTime() - start;
  }

  private long pong(int iterations) throws MPIException {
    for (int i = 0; i < iterations; i++) {
      comm.Recv(received, 0, bytes, MPI.BYTE, 0, DATA_TAG);
      comm.Send(sent, 0, bytes, MPI.BYTE, 0, DATA_TAG);
    }
    return 0;
  }

  @Override
  double[] figures(double seconds, int iterations) {
    return new double[] {seconds * 1e6 / (2.0 * iterations)};
  }
}
