package mpi;

import java.nio.Buffer;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlMessage;

/**
 * A message that a probe has found and taken out of matching, so that only the holder of this
 * object can receive it (MPI standard, "Matching Probe").
 *
 * <p>A message that is never received is discarded by {@link MPI#Finalize}, which says so.
 */
public final class Message {
  private Communicator communicator;

  /** Null if there is no message: none was probed, it was received, or it is from PROC_NULL. */
  private PmlMessage found;

  private boolean fromNobody;

  /** No message, before a probe (MPI standard, "Matching Probe"). */
  public Message() {}

  /**
   * True if there is nothing to receive: before a probe and after a receive (MPI standard,
   * MPI_MESSAGE_NULL).
   */
  public boolean isNull() {
    return found == null && !fromNobody;
  }

  /**
   * True if the probe was of {@link MPI#PROC_NULL} (MPI standard, MPI_MESSAGE_NO_PROC). It can be
   * received, without data.
   */
  public boolean isNoProc() {
    return fromNobody;
  }

  /**
   * Waits for a message, and takes it out of matching (MPI standard, MPI_Mprobe).
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @return source, tag and length of the message
   * @throws MPIException if an argument is wrong, or whoever could send the message has failed
   */
  public Status mProbe(int source, int tag, Comm comm) throws MPIException {
    Communicator of = live("Message.mProbe", comm);
    if (source == SpecialValues.PROC_NULL) {
      return hold(of, null);
    }
    return hold(of, MatchedTransfers.await(of, "Message.mProbe", source, tag));
  }

  /**
   * The same without waiting (MPI standard, MPI_Improbe).
   *
   * @return source, tag and length of the message, or null if there is none
   * @throws MPIException as {@link #mProbe}
   */
  public Status imProbe(int source, int tag, Comm comm) throws MPIException {
    Communicator of = live("Message.imProbe", comm);
    if (source == SpecialValues.PROC_NULL) {
      return hold(of, null);
    }
    PmlMessage next = MatchedTransfers.poll(of, "Message.imProbe", source, tag);
    return next == null ? null : hold(of, next);
  }

  /**
   * Receives the message, waiting for its data (MPI standard, MPI_Mrecv).
   *
   * @param buf where the message goes
   * @param count elements that fit
   * @return source, tag and length of what came
   * @throws MPIException {@link MPI#ERR_REQUEST} if there is no message; {@link MPI#ERR_TRUNCATE}
   *     if it is longer than the buffer; {@link MPI#ERR_PROC_ABORTED} if the sender failed
   */
  public Status mRecv(Object buf, int count, Datatype type) throws MPIException {
    return start("Message.mRecv", buf, count, type).finishWithStatus("Message.mRecv");
  }

  /**
   * Starts what {@link #mRecv} does (MPI standard, MPI_Imrecv). The buffer must not be touched
   * until the request is complete.
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if there is no message
   */
  public Request imRecv(Buffer buf, int count, Datatype type) throws MPIException {
    return start("Message.imRecv", buf, count, type);
  }

  /**
   * Starts what {@link #mRecv} does, with arrays (MPI standard, MPI_Imrecv). The array must not be
   * touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if there is no message
   */
  public Request imRecv(Object buf, int count, Datatype type) throws MPIException {
    return start("Message.imRecv", buf, count, type);
  }

  private static Communicator live(String operation, Comm comm) {
    if (comm == null) {
      throw MPI.raise(operation, ErrorClass.COMM, "the communicator is null");
    }
    return comm.live(operation);
  }

  private Status hold(Communicator of, PmlMessage message) {
    communicator = of;
    found = message;
    fromNobody = message == null;
    if (message != null) {
      return MatchedTransfers.status(message);
    }
    MessageStatus nobody = new MessageStatus();
    nobody.set(SpecialValues.PROC_NULL, SpecialValues.ANY_TAG, 0, false, PmlError.NONE);
    return new Status(nobody);
  }

  private Request start(String operation, Object buffer, int count, Datatype type) {
    if (found == null && !fromNobody) {
      throw MPI.raise(operation, ErrorClass.REQUEST, "the message is null");
    }
    communicator.process().requireRunning();
    Request request;
    if (fromNobody) {
      MatchedTransfers.requireBuffer(communicator, operation, buffer, count, type);
      request = new Request(communicator, null);
    } else {
      request = MatchedTransfers.startReceive(communicator, operation, found, buffer, count, type);
    }
    communicator = null;
    found = null;
    fromNobody = false;
    return request;
  }
}
