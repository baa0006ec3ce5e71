package org.ob1j.runtime.pml;

import java.util.function.Supplier;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * One communication context of a point-to-point engine: what a communicator sends and receives
 * with. Ranks are those of the communicator; where it joins two groups, those of the other group.
 *
 * <p>Thread rules: those of {@link Pml}. Buffers belong to the operation from the call until it
 * completes. Arguments have been checked by the caller: ranks are in range or a wildcard, tags are
 * not negative or a wildcard, counts are not negative.
 */
public interface PmlCommunicator {
  /** Wildcard for the source of a receive. */
  int ANY_SOURCE = -1;

  /** Wildcard for the tag of a receive. */
  int ANY_TAG = -1;

  /** Sets what reports call the communicator; asked each time, as users may rename it. */
  void setLabel(Supplier<String> label);

  /** What reports call it. */
  String label();

  /**
   * Why no message comes from a rank any more, nor goes to it: names the process and the cause, as
   * the transport gave it.
   *
   * @param source a rank; {@link #ANY_SOURCE} for whichever it is
   * @return null if it can be reached
   */
  String failureOf(int source);

  /** This process's rank in the communicator, or in its own of two groups. */
  int rank();

  /** How many processes the communicator has, or the other of two groups. */
  int size();

  /**
   * Sends and returns when the buffer may be used again; in synchronous mode, when the receive has
   * begun.
   */
  void send(SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag);

  /** Starts a send. */
  PmlRequest isend(SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag);

  /**
   * Begins a send that the caller is going to wait for: as {@link #isend}, but nothing that the
   * transport would take now is held back.
   */
  PmlRequest startSend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag);

  /**
   * Gives back the request of a {@link #startSend}, which is complete.
   *
   * @throws PmlException naming the destination if the send has failed
   */
  void endSend(PmlRequest request, int destination);

  /** Receives a message, waiting for it, and says in {@code status} what came. */
  void recv(Object buffer, int count, TypeMap type, int source, int tag, MessageStatus status);

  /** Starts a receive. */
  PmlRequest irecv(Object buffer, int count, TypeMap type, int source, int tag);

  /**
   * Waits until a message can be received with these arguments, and says in {@code status} which.
   */
  void probe(int source, int tag, MessageStatus status);

  /** Looks whether a message can be received with these arguments; fills {@code status} if so. */
  boolean iprobe(int source, int tag, MessageStatus status);

  /**
   * Waits until a message can be received with these arguments, and takes it out of matching.
   *
   * @throws PmlException if too many messages are held that way, or whoever could send it has
   *     failed
   */
  PmlMessage match(int source, int tag);

  /**
   * The same without waiting: null if there is no such message.
   *
   * @throws PmlException as {@link #match}
   */
  PmlMessage matchNow(int source, int tag);

  /**
   * Sets the length above which messages that this process sends bring no data before their
   * receiver has claimed them. All processes must set the same before they send any.
   */
  void setVariableThreshold(long thresholdBytes);
}
