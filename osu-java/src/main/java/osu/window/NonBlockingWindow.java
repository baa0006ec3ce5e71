package osu.window;

import mpi.Comm;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import osu.message.BufferKind;
import osu.options.UsageException;

/** All messages of the window are started, then all are waited for. */
public abstract class NonBlockingWindow implements Window {
  final Comm comm;
  private final Request[] requests;
  private final Request[] bothDirections;

  NonBlockingWindow(Comm comm, int messages) {
    this.comm = comm;
    requests = new Request[messages];
    bothDirections = new Request[2 * messages];
  }

  /**
   * For benchmarks that can do with nothing else.
   *
   * @throws UsageException if the bindings have no non-blocking calls for this kind of buffer
   */
  public static NonBlockingWindow require(BufferKind kind, Comm comm, int messages)
      throws UsageException {
    if (Window.choose(kind, comm, messages) instanceof NonBlockingWindow window) {
      return window;
    }
    throw new UsageException(
        "needs -a direct: non-blocking calls of these bindings take direct buffers only");
  }

  /** Starts a send. */
  public abstract Request startSend(Object buffer, int count, Datatype type, int destination)
      throws MPIException;

  /** Starts a receive. */
  public abstract Request startReceive(Object buffer, int count, Datatype type, int source)
      throws MPIException;

  @Override
  public final void send(Object[] buffers, int count, Datatype type, int destination)
      throws MPIException {
    Request[] started = requests;
    for (int i = 0; i < started.length; i++) {
      started[i] = startSend(buffers[i], count, type, destination);
    }
    Request.waitAll(started);
  }

  @Override
  public final void receive(Object[] buffers, int count, Datatype type, int source)
      throws MPIException {
    Request[] started = requests;
    for (int i = 0; i < started.length; i++) {
      started[i] = startReceive(buffers[i], count, type, source);
    }
    Request.waitAll(started);
  }

  @Override
  public final void exchange(Object[] sent, Object[] received, int count, Datatype type, int peer)
      throws MPIException {
    Request[] started = bothDirections;
    for (int i = 0; i < received.length; i++) {
      started[i] = startReceive(received[i], count, type, peer);
    }
    for (int i = 0; i < sent.length; i++) {
      started[received.length + i] = startSend(sent[i], count, type, peer);
    }
    Request.waitAll(started);
  }
}
