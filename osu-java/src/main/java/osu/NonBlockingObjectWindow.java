package osu;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

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
  Request startSend(Object buffer, int bytes, int destination) throws MPIException {
    return comm.iSend(buffer, bytes, MPI.BYTE, destination, Benchmark.DATA_TAG);
  }

  @Override
  Request startReceive(Object buffer, int bytes, int source) throws MPIException {
    return comm.iRecv(buffer, bytes, MPI.BYTE, source, Benchmark.DATA_TAG);
  }
}
