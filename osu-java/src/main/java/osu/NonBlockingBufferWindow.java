package osu;

import java.nio.Buffer;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

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
  Request startSend(Object buffer, int bytes, int destination) throws MPIException {
    return comm.iSend((Buffer) buffer, bytes, MPI.BYTE, destination, Benchmark.DATA_TAG);
  }

  @Override
  Request startReceive(Object buffer, int bytes, int source) throws MPIException {
    return comm.iRecv((Buffer) buffer, bytes, MPI.BYTE, source, Benchmark.DATA_TAG);
  }
}
