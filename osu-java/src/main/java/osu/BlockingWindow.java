package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** One blocking call after the other, for bindings whose non-blocking calls refuse arrays. */
final class BlockingWindow implements Window {
  private final Comm comm;

  BlockingWindow(Comm comm) {
    this.comm = comm;
  }

  @Override
  public String how() {
    return "blocking calls (non-blocking calls of these bindings take direct buffers only)";
  }

  @Override
  public void send(Object[] buffers, int bytes, int destination) throws MPIException {
    for (Object buffer : buffers) {
      comm.send(buffer, bytes, MPI.BYTE, destination, Benchmark.DATA_TAG);
    }
  }

  @Override
  public void receive(Object[] buffers, int bytes, int source) throws MPIException {
    for (Object buffer : buffers) {
      comm.recv(buffer, bytes, MPI.BYTE, source, Benchmark.DATA_TAG);
    }
  }

  @Override
  public void exchange(Object[] sent, Object[] received, int bytes, int peer) throws MPIException {
    int tag = Benchmark.DATA_TAG;
    for (int i = 0; i < sent.length; i++) {
      comm.sendRecv(sent[i], bytes, MPI.BYTE, peer, tag, received[i], bytes, MPI.BYTE, peer, tag);
    }
  }
}
