package osu.window;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import osu.benchmark.Benchmark;

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
  public void send(Object[] buffers, int count, Datatype type, int destination)
      throws MPIException {
    for (Object buffer : buffers) {
      comm.send(buffer, count, type, destination, Benchmark.DATA_TAG);
    }
  }

  @Override
  public void receive(Object[] buffers, int count, Datatype type, int source) throws MPIException {
    for (Object buffer : buffers) {
      comm.recv(buffer, count, type, source, Benchmark.DATA_TAG);
    }
  }

  @Override
  public void exchange(Object[] sent, Object[] received, int count, Datatype type, int peer)
      throws MPIException {
    int tag = Benchmark.DATA_TAG;
    for (int i = 0; i < sent.length; i++) {
      comm.sendRecv(sent[i], count, type, peer, tag, received[i], count, type, peer, tag);
    }
  }
}
