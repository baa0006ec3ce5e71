package org.ob1j;

import java.nio.ByteBuffer;
import mpi.MPIException;

/**
 * A message that is received piece by piece, in order. The sender is not through before the last
 * piece has been fetched, or the rest given up by {@link #close}.
 */
public interface MessageWindows extends AutoCloseable {
  /**
   * Fetches the next piece, waiting for it.
   *
   * @return the piece, from position 0 to the limit, in native byte order; its content holds until
   *     the next call. Null at the end of the message
   * @throws MPIException {@link mpi.MPI#ERR_PROC_ABORTED} if the sender failed; {@link
   *     mpi.MPI#ERR_REQUEST} once closed
   */
  ByteBuffer next() throws MPIException;

  /** How many bytes of the message have been fetched. */
  long position();

  /** Gives up what has not been fetched: it is not transferred, and the sender completes. */
  @Override
  void close() throws MPIException;
}
