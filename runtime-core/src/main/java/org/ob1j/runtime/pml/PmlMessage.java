package org.ob1j.runtime.pml;

import org.ob1j.runtime.datatype.TypeMap;

/**
 * A message that has been taken out of matching, so that only its holder can receive it (MPI
 * standard, "Matching Probe"; "variable length message support"). It is received whole, or piece by
 * piece from its beginning, or discarded; once that has begun in one way, the others are illegal.
 *
 * <p>Thread rules: those of {@link PmlCommunicator}.
 */
public interface PmlMessage {
  /** The sender's rank in the communicator. */
  int source();

  /** The message's tag. */
  int tag();

  /** The whole message's length. */
  long lengthBytes();

  /** How many of its first bytes have come already; the rest is at the sender. */
  long arrivedBytes();

  /**
   * Starts to receive the whole message.
   *
   * @throws IllegalStateException if it has been claimed already
   */
  PmlRequest receive(Object buffer, int count, TypeMap type);

  /**
   * Starts to receive the next bytes of the message. The request must complete before the next call
   * for this message.
   *
   * @param pieceBytes from 1 to what is left of the message
   * @throws IllegalStateException if that is illegal now
   */
  PmlRequest receiveNext(Object buffer, int pieceBytes);

  /**
   * Gives up what has not been received of the message: the sender completes, and nothing more is
   * transferred.
   *
   * @throws IllegalStateException if the message has been claimed whole already
   */
  void discard();
}
