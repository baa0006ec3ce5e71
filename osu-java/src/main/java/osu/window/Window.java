package osu.window;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import osu.message.BufferKind;

/**
 * How a window of messages is sent and received.
 *
 * <p>Open MPI's non-blocking calls take direct buffers only; ob1j's take arrays and heap buffers as
 * well. Which calls there are is decided once, and only the implementation that is used is loaded:
 * on the timed path nothing is reflective and every call has one receiver class.
 */
public interface Window {

  /** Sends one message from each buffer and completes them. */
  void send(Object[] buffers, int count, Datatype type, int destination) throws MPIException;

  /** Receives one message into each buffer. */
  void receive(Object[] buffers, int count, Datatype type, int source) throws MPIException;

  /** Sends from and receives into each buffer, in both directions at once. */
  void exchange(Object[] sent, Object[] received, int count, Datatype type, int peer)
      throws MPIException;

  /** Which calls are used, for the header. */
  String how();

  /** The best calls that the bindings have for this kind of buffer. */
  static Window choose(BufferKind kind, Comm comm, int messages) {
    if (kind.isDirect()) {
      return new NonBlockingBufferWindow(comm, messages);
    }
    if (hasNonBlockingObjectCalls()) {
      return new NonBlockingObjectWindow(comm, messages);
    }
    return new BlockingWindow(comm);
  }

  private static boolean hasNonBlockingObjectCalls() {
    try {
      Comm.class.getMethod("iSend", Object.class, int.class, Datatype.class, int.class, int.class);
      Comm.class.getMethod("iRecv", Object.class, int.class, Datatype.class, int.class, int.class);
      return true;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }
}
