package org.ob1j.btl;

import java.nio.ByteBuffer;
import org.ob1j.runtime.progress.Progressable;

/** One path of a transport, such as a network interface, opened for this process. */
public interface BtlModule extends Progressable, AutoCloseable {
  /** For messages to the user: the component's name and a number, such as {@code tcp.0}. */
  String name();

  /** The limits, capabilities and weights of every endpoint of this module. */
  BtlAttributes attributes();

  /**
   * The endpoint to a peer, or null if this module does not reach it. Call after the modex fence;
   * the same object each time. Causes no traffic.
   *
   * @param rank the peer's rank in the job
   */
  BtlEndpoint endpoint(int rank);

  /**
   * Makes memory usable by put, get or atomics of peers and of this process.
   *
   * @param memory a direct buffer; its whole capacity is registered, and it is held until the
   *     registration is closed
   * @param access a sum of the constants in {@link BtlRegistration}
   * @throws BtlException if this memory cannot be registered
   */
  default BtlRegistration register(ByteBuffer memory, int access) {
    throw new IllegalStateException(name() + " declares neither put, get nor atomics");
  }

  /** Counters and states for a report to the user, in lines. */
  String describe();

  /** Gives back everything. Frames that have been sent completely are not lost by it. */
  @Override
  void close();
}
