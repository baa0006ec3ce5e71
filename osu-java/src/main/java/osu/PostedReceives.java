package osu;

import java.nio.Buffer;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import osu.benchmark.Benchmark;

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
  protected String figure() {
    return "Latency (us)";
  }

  @Override
  protected String how() {
    return "for the last of " + options.receives() + " posted receives";
  }

  @Override
  protected void prepare() throws MPIException {
    sent = sendBuffer();
    received = receiveBuffer();
    Buffer nothing = MPI.newByteBuffer(1);
    standing = new Request[options.receives() - 1];
    for (int i = 0; i < standing.length; i++) {
      standing[i] = comm.iRecv(nothing, 0, MPI.BYTE, 1 - rank, FIRST_STANDING_TAG + i);
    }
  }

  @Override
  protected long iterate(int warmUp, int iterations) throws MPIException {
    return Latency.iterate(comm, rank, sent, received, bytes, warmUp, iterations);
  }

  @Override
  protected void finish() throws MPIException {
    for (Request receive : standing) {
      receive.cancel();
    }
    Request.waitAll(standing);
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
