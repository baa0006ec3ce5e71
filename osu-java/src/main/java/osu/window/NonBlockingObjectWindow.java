package osu.window;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import osu.benchmark.Benchmark;

/** Arrays and heap buffers in non-blocking calls: the overloads that ob1j adds. */
final class NonBlockingObjectWindow extends NonBlockingWindow {

  NonBlockingObjectWindow(Comm comm, int messages) {
    super(comm, messages);
  }

  @Override
  public String how() {
    return "non-blocking array calls";
  }

  @Override
  public Request startSend(Object buffer, int count, Datatype type, int destination)
      throws MPIException {
    return comm.iSend(buffer, count, type, destination, Benchmark.DATA_TAG);
  }

  @Override
  public Request startReceive(Object buffer, int count, Datatype type, int source)
      throws MPIException {
    return comm.iRecv(buffer, count, type, source, Benchmark.DATA_TAG);
  }
}
