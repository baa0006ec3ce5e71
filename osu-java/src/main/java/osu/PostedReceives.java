package osu;

import java.nio.Buffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/**
 * Half the time of a message there and one back while each rank has many receives posted, with
 * distinct tags, and the message is for the last of them.
 */
public final class PostedReceives extends Benchmark {
  /** The tags of receives for which no message comes start here. */
  private static final int FIRST_STANDING_TAG = 100;

  private Request[] standing;
  private Object sent;
  private Object received;

  public static void main(String[] arguments) throws MPIException {
    new PostedReceives().run(arguments);
  }

  @Override
  String figure() {
    return "Latency (us)";
  }

  @Override
  String how() {
    return "for the last of " + options.receives() + " posted receives";
  }

  @Override
  void prepare() throws MPIException {
    sent = sendBuffer();
    received = receiveBuffer();
    Buffer nothing = MPI.newByteBuffer(1);
    standing = new Request[options.receives() - 1];
    for (int i = 0; i < standing.length; i++) {
      standing[i] = comm.iRecv(nothing, 0, MPI.BYTE, 1 - rank, FIRST_STANDING_TAG + i);
    }
  }

  @Override
  void iterate(int iterations) throws MPIException {
    Object sent = this.sent;
    Object received = this.received;
    int length = bytes;
    if (rank == 0) {
      for (int i = 0; i < iterations; i++) {
        comm.send(sent, length, MPI.BYTE, 1, DATA_TAG);
        comm.recv(received, length, MPI.BYTE, 1, DATA_TAG);
      }
    } else {
      for (int i = 0; i < iterations; i++) {
        comm.recv(received, length, MPI.BYTE, 0, DATA_TAG);
        comm.send(sent, length, MPI.BYTE, 0, DATA_TAG);
      }
    }
  }

  @Override
  void finish() throws MPIException {
    for (Request receive : standing) {
      receive.cancel();
    }
    Request.waitAll(standing);
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
