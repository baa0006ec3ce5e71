package org.ob1j;

import java.util.ServiceLoader;
import mpi.Comm;
import mpi.MPIException;

/**
 * The messages that come to this rank on a communicator, of which it learns source, tag and length
 * before it says what is to become of each.
 *
 * <p>Senders use the sends of {@link Comm}. A message longer than the threshold that all ranks have
 * agreed on is only announced: its data stays at the sender until the {@link IncomingMessage} is
 * claimed. Shorter ones bring their data along, as always. Messages become known in the order in
 * which their source has sent them; their data moves whenever they are claimed.
 *
 * <p>A receive that is posted is served first, and receives and probes of package {@code mpi} go on
 * as usual. Errors go to the communicator's error handler. Thread rules are those of the
 * communicator.
 */
public interface IncomingMessages {
  /**
   * Prepares a communicator, with the threshold of the parameter {@code
   * pml_ob1j_variable_threshold}. All its ranks call it, before they send what it is to hold for.
   *
   * @throws MPIException if the communicator cannot be used, or ranks have different thresholds
   */
  static IncomingMessages open(Comm comm) throws MPIException {
    return provider().open(comm);
  }

  /**
   * Prepares a communicator. All its ranks call it, before they send what it is to hold for. It may
   * be called again, to change the threshold.
   *
   * @param thresholdBytes above this length a message is only announced; at least 0, the same on
   *     all ranks. A rank's messages to itself of up to 64 KiB are there at once all the same
   * @throws MPIException {@link mpi.MPI#ERR_ARG} if the threshold is negative or not the same on
   *     all ranks, {@link mpi.MPI#ERR_COMM} if the communicator cannot be used
   */
  static IncomingMessages open(Comm comm, long thresholdBytes) throws MPIException {
    return provider().open(comm, thresholdBytes);
  }

  private static Provider provider() {
    return ServiceLoader.load(Provider.class, IncomingMessages.class.getClassLoader())
        .findFirst()
        .orElseThrow();
  }

  /** The length above which a message is only announced, in bytes. */
  long thresholdBytes();

  /**
   * Waits for the next message that matches.
   *
   * @param source rank of the sender, or {@link mpi.MPI#ANY_SOURCE}
   * @param tag at least 0, or {@link mpi.MPI#ANY_TAG}
   * @param context whatever the caller wants to find in the message again; may be null
   * @throws MPIException if an argument is wrong; if whoever could send the message has failed; if
   *     {@code pml_ob1j_unclaimed_messages} wait to be claimed already
   */
  IncomingMessage await(int source, int tag, Object context) throws MPIException;

  /** The same without a context. */
  default IncomingMessage await(int source, int tag) throws MPIException {
    return await(source, tag, null);
  }

  /**
   * The next message that matches, or null if none has come.
   *
   * @param source rank of the sender, or {@link mpi.MPI#ANY_SOURCE}
   * @param tag at least 0, or {@link mpi.MPI#ANY_TAG}
   * @param context whatever the caller wants to find in the message again; may be null
   * @throws MPIException as {@link #await(int, int, Object)}
   */
  IncomingMessage poll(int source, int tag, Object context) throws MPIException;

  /** The same without a context. */
  default IncomingMessage poll(int source, int tag) throws MPIException {
    return poll(source, tag, null);
  }

  /** What package {@code mpi} provides; not for users. */
  interface Provider {
    /** What {@link IncomingMessages#open(Comm)} does. */
    IncomingMessages open(Comm comm);

    /** What {@link IncomingMessages#open(Comm, long)} does. */
    IncomingMessages open(Comm comm, long thresholdBytes);
  }
}
