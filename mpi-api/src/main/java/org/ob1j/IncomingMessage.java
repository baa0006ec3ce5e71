package org.ob1j;

import java.nio.ByteBuffer;
import mpi.Datatype;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/**
 * A message that has been announced to this rank and belongs to whoever holds this object. It is to
 * be claimed, in one of three ways, or discarded, once: a second time is an error ({@link
 * mpi.MPI#ERR_REQUEST}). What is never claimed is discarded by {@link mpi.MPI#Finalize}, which says
 * so.
 */
public interface IncomingMessage {
  /** The sender's rank in the communicator. */
  int source();

  /** The message's tag. */
  int tag();

  /** The message's length. */
  long lengthBytes();

  /** True if the message is longer than the threshold, and none of its data has been moved. */
  boolean isVariable();

  /** What was given to the call that found the message, or set since. */
  Object context();

  /** Sets what {@link #context} answers. */
  void setContext(Object context);

  /** True until the message has been claimed or discarded. */
  boolean isUnclaimed();

  /**
   * Receives the message into a buffer, and waits for it.
   *
   * @param buffer an array of primitives, or a heap or direct buffer
   * @param count elements that fit
   * @throws MPIException if an argument is wrong, in which case the message can still be claimed;
   *     {@link mpi.MPI#ERR_TRUNCATE} if the message is longer than the buffer; {@link
   *     mpi.MPI#ERR_PROC_ABORTED} if the sender failed
   */
  Status receive(Object buffer, int count, Datatype type) throws MPIException;

  /**
   * Starts what {@link #receive(Object, int, Datatype)} does. The buffer must not be touched until
   * the request is complete.
   *
   * @throws MPIException if an argument is wrong, in which case the message can still be claimed
   */
  Request iReceive(Object buffer, int count, Datatype type) throws MPIException;

  /**
   * Receives the message into a buffer of its length, as {@link mpi.MPI#newByteBuffer} makes it,
   * and waits for it.
   *
   * @return the message: position 0, limit the length, native byte order
   * @throws MPIException {@link mpi.MPI#ERR_COUNT} if the message is longer than a buffer can be,
   *     in which case it can still be claimed; {@link mpi.MPI#ERR_PROC_ABORTED} if the sender
   *     failed
   */
  ByteBuffer receive() throws MPIException;

  /**
   * Receives the message piece by piece, for messages that are longer than memory allows: each
   * piece is fetched from the sender when it is asked for, and takes the place of the one before.
   *
   * @param windowBytes the length of each piece but the last, at least 1
   * @throws MPIException {@link mpi.MPI#ERR_COUNT} if the length is less than 1
   */
  MessageWindows windows(int windowBytes) throws MPIException;

  /**
   * Does without the message: its sender completes as if it had been received, and nothing more of
   * it is transferred.
   *
   * @throws MPIException {@link mpi.MPI#ERR_REQUEST} if it has been claimed or discarded
   */
  void discard() throws MPIException;
}
