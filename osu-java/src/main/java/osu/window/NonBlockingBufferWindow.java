package osu.window;

import java.nio.Buffer;
import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import osu.benchmark.Benchmark;

/** Direct buffers in non-blocking calls: the overloads that all bindings have. */
final class NonBlockingBufferWindow extends NonBlockingWindow {

  NonBlockingBufferWindow(Comm comm, int messages) {
    super(comm, messages);
  }

  @Override
  public String how() {
    return "non-blocking calls";
  }

  @Override
  public Request startSend(Object buffer, int count, Datatype type, int destination)
      throws MPIException {
    return comm.iSend((Buffer) buffer, count, type, destination, Benchmark.DATA_TAG);
  }

  @Override
  public Request startReceive(Object buffer, int count, Datatype type, int source)
      throws MPIException {
    return comm.iRecv((Buffer) buffer, count, type, source, Benchmark.DATA_TAG);
  }
}
