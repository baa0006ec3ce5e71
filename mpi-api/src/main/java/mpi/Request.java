package mpi;

import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.pml.CompletionWatcher;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * A non-blocking operation (MPI standard, "Nonblocking Communication"). Once it has completed in
 * one of the wait or test forms, the request is null: {@link #isNull} is true, and waiting again
 * returns at once with an empty status (source and tag −1, no data). A {@link Prequest} is inactive
 * then and can be started again; where there is nothing to wait for, both count the same.
 */
public class Request implements Freeable {
  /** Where errors go; null while there is no operation to wait for. */
  private Communicator communicator;

  /** The engine's request; null for an operation with PROC_NULL, which is complete. */
  private PmlRequest pending;

  /** What the engine's request had: it is pooled, and looks alive again in its next life. */
  private int generation;

  /** The null request. */
  Request() {}

  Request(Communicator communicator, PmlRequest pending) {
    activate(communicator, pending);
  }

  /** Takes on an operation that has been started; null if it is with PROC_NULL. */
  final void activate(Communicator owner, PmlRequest started) {
    communicator = owner;
    pending = started;
    if (started != null) {
      generation = started.generation();
    }
    owner.requestStarted();
  }

  /**
   * True for {@link MPI#REQUEST_NULL}, and once the operation has completed or been freed; of a
   * {@link Prequest}, once it has been freed (MPI standard, MPI_REQUEST_NULL).
   */
  public final boolean isNull() {
    return owner() == null;
  }

  /** Whose the request is and where its errors go; null if it {@link #isNull}. */
  Communicator owner() {
    return communicator;
  }

  /** True if there is an operation to wait for. */
  final boolean isActive() {
    return communicator != null;
  }

  /**
   * Waits until the operation is complete (MPI standard, MPI_Wait).
   *
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if a message was longer than its buffer
   */
  public final void waitFor() throws MPIException {
    if (communicator != null) {
      awaitCompletion("Request.waitFor");
      finish("Request.waitFor", new MessageStatus());
    }
  }

  /**
   * Waits until the operation is complete and returns its status (MPI standard, MPI_Wait).
   *
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if a message was longer than its buffer
   */
  public final Status waitStatus() throws MPIException {
    return finishWithStatus("Request.waitStatus");
  }

  /** Waits until the operation is complete and returns its status. */
  final Status finishWithStatus(String operation) {
    MessageStatus outcome = emptyOutcome();
    if (communicator != null) {
      awaitCompletion(operation);
      finish(operation, outcome);
    }
    return new Status(outcome);
  }

  /**
   * True if the operation is complete, or the request is null (MPI standard, MPI_Test).
   *
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if a message was longer than its buffer
   */
  public final boolean test() throws MPIException {
    if (communicator == null) {
      return true;
    }
    if (!pollCompletion("Request.test")) {
      return false;
    }
    finish("Request.test", new MessageStatus());
    return true;
  }

  /**
   * The status of the operation if it is complete (an empty one if the request is null), else null
   * (MPI standard, MPI_Test).
   *
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if a message was longer than its buffer
   */
  public final Status testStatus() throws MPIException {
    MessageStatus outcome = emptyOutcome();
    if (communicator != null) {
      if (!pollCompletion("Request.testStatus")) {
        return null;
      }
      finish("Request.testStatus", outcome);
    }
    return new Status(outcome);
  }

  /**
   * As {@link #testStatus}, but the request stays as it is: it still has to be waited for or freed
   * (MPI standard, MPI_Request_get_status).
   */
  public final Status getStatus() throws MPIException {
    MessageStatus outcome = emptyOutcome();
    if (communicator != null) {
      if (!pollCompletion("Request.getStatus")) {
        return null;
      }
      copyOutcome(outcome);
    }
    return new Status(outcome);
  }

  /**
   * Cancels a receive that has not matched a message yet; anything else goes on. Either way the
   * request still has to be completed; {@link Status#isCancelled} tells what happened.
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if the request is null or not active, or that of a
   *     collective operation (MPI standard, "Nonblocking Collective Operations")
   */
  public final void cancel() throws MPIException {
    Communicator owner = requireActive("Request.cancel");
    // Another thread that waits for the operation may end it at any moment.
    PmlRequest cancelled = pending;
    if (cancelled instanceof CollectiveRequest) {
      throw owner.raise(
          "Request.cancel", ErrorClass.REQUEST, "a collective operation cannot be cancelled");
    }
    if (cancelled != null) {
      owner.process().pml().cancel(cancelled, generation);
    }
  }

  /**
   * Gives the request up. The operation itself goes on. Nothing happens if the request is null.
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if it is that of a collective operation that is
   *     not complete (MPI standard, "Nonblocking Collective Operations")
   */
  @Override
  public final void free() throws MPIException {
    if (!isNull()) {
      giveUp();
    }
  }

  /** What {@link #free} does. */
  void giveUp() {
    abandon("Request.free");
  }

  /** Lets the operation go on by itself. */
  final void abandon(String operation) {
    Communicator owner = requireActive(operation);
    boolean complete = isComplete();
    if (!complete && pending instanceof CollectiveRequest) {
      throw owner.raise(
          operation,
          ErrorClass.REQUEST,
          "a collective operation cannot be given up before it is complete");
    }
    release();
    deactivate();
    if (complete) {
      owner.requestEnded();
    } else {
      owner.requestAbandoned();
    }
  }

  /**
   * Waits until all operations are complete (MPI standard, MPI_Waitall).
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if an element is null; {@link MPI#ERR_IN_STATUS}
   *     if operations failed: all are complete then, and the message says which failed and why
   */
  public static void waitAll(Request[] requests) throws MPIException {
    RequestArrays.waitAll("Request.waitAll", requests, null);
  }

  /**
   * Waits until all operations are complete and returns their statuses (MPI standard, MPI_Waitall).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static Status[] waitAllStatus(Request[] requests) throws MPIException {
    RequestArrays.require("Request.waitAllStatus", requests);
    Status[] statuses = new Status[requests.length];
    RequestArrays.waitAll("Request.waitAllStatus", requests, statuses);
    return statuses;
  }

  /**
   * True if all operations are complete; if not, none is touched (MPI standard, MPI_Testall).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static boolean testAll(Request[] requests) throws MPIException {
    return RequestArrays.testAll("Request.testAll", requests, null);
  }

  /**
   * The statuses of all operations if all are complete, else null, and none is touched (MPI
   * standard, MPI_Testall).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static Status[] testAllStatus(Request[] requests) throws MPIException {
    RequestArrays.require("Request.testAllStatus", requests);
    Status[] statuses = new Status[requests.length];
    return RequestArrays.testAll("Request.testAllStatus", requests, statuses) ? statuses : null;
  }

  /**
   * Waits until one operation is complete and returns its index, or {@link MPI#UNDEFINED} if no
   * request is active (MPI standard, MPI_Waitany).
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if an element is null; {@link MPI#ERR_TRUNCATE} if
   *     the operation's message was longer than its buffer
   */
  public static int waitAny(Request[] requests) throws MPIException {
    return RequestArrays.waitAny("Request.waitAny", requests).getIndex();
  }

  /**
   * Waits until one operation is complete and returns its status with its index (MPI standard,
   * MPI_Waitany). If no request is active, an empty status with index {@link MPI#UNDEFINED}.
   *
   * @throws MPIException as {@link #waitAny}
   */
  public static Status waitAnyStatus(Request[] requests) throws MPIException {
    return RequestArrays.waitAny("Request.waitAnyStatus", requests);
  }

  /**
   * The index of an operation that is complete, or {@link MPI#UNDEFINED} if none is or no request
   * is active (MPI standard, MPI_Testany).
   *
   * @throws MPIException as {@link #waitAny}
   */
  public static int testAny(Request[] requests) throws MPIException {
    Status status = RequestArrays.testAny("Request.testAny", requests);
    return status == null ? MPI.UNDEFINED : status.getIndex();
  }

  /**
   * The status, with its index, of an operation that is complete, or null if none is (MPI standard,
   * MPI_Testany). If no request is active, an empty status with index {@link MPI#UNDEFINED}.
   *
   * @throws MPIException as {@link #waitAny}
   */
  public static Status testAnyStatus(Request[] requests) throws MPIException {
    return RequestArrays.testAny("Request.testAnyStatus", requests);
  }

  /**
   * Waits until at least one operation is complete and returns the indices of all that are, or null
   * if no request is active (MPI standard, MPI_Waitsome).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static int[] waitSome(Request[] requests) throws MPIException {
    return RequestArrays.indices(RequestArrays.waitSome("Request.waitSome", requests));
  }

  /**
   * Waits until at least one operation is complete and returns the statuses, with their indices, of
   * all that are, or null if no request is active (MPI standard, MPI_Waitsome).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static Status[] waitSomeStatus(Request[] requests) throws MPIException {
    return RequestArrays.waitSome("Request.waitSomeStatus", requests);
  }

  /**
   * The indices of the operations that are complete: an empty array if none is, null if no request
   * is active (MPI standard, MPI_Testsome).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static int[] testSome(Request[] requests) throws MPIException {
    return RequestArrays.indices(RequestArrays.testSome("Request.testSome", requests));
  }

  /**
   * The statuses, with their indices, of the operations that are complete: an empty array if none
   * is, null if no request is active (MPI standard, MPI_Testsome).
   *
   * @throws MPIException as {@link #waitAll}
   */
  public static Status[] testSomeStatus(Request[] requests) throws MPIException {
    return RequestArrays.testSome("Request.testSomeStatus", requests);
  }

  /** Where the request's errors go, or null if the request is null. */
  final Communicator communicator() {
    return communicator;
  }

  /** True if there is nothing to wait for. Does not poll. */
  final boolean isComplete() {
    return pending == null || pending.isComplete();
  }

  /** Has somebody told when the operation ends; false if it has ended. The request is active. */
  final boolean watch(CompletionWatcher watcher, int number) {
    return pending != null && communicator.process().pml().watch(pending, watcher, number);
  }

  /** What it takes until {@link #isComplete}; for reports. */
  final void describe(WaitDescription wait) {
    if (!isComplete()) {
      pending.describe(wait);
    }
  }

  /** Waits until {@link #isComplete}. The request is not null. */
  final void awaitCompletion(String operation) {
    requireOwned(operation);
    if (pending != null) {
      communicator.process().pml().await(pending);
    }
  }

  /**
   * Waits for the operation and ends it, if all went well, without a look at its status: the
   * request becomes null. False if the operation has failed; then the request is as it was.
   */
  final boolean finishSilently(String operation) {
    requireOwned(operation);
    Communicator owner = communicator;
    PmlRequest ending = pending;
    if (ending != null) {
      owner.process().pml().await(ending);
      if (hasFailed(ending)) {
        return false;
      }
      release();
    }
    deactivate();
    owner.requestEnded();
    return true;
  }

  private static boolean hasFailed(PmlRequest ended) {
    return ended.error() != PmlError.NONE
        || ended instanceof CollectiveRequest collective && collective.failure() != null;
  }

  /** Polls once if that is needed to know whether the operation is complete. */
  final boolean pollCompletion(String operation) {
    requireOwned(operation);
    if (!isComplete()) {
      communicator.process().pml().progress();
    }
    return isComplete();
  }

  /** Copies the outcome of the complete operation; the request becomes null. */
  final void takeOutcome(String operation, MessageStatus outcome) {
    Communicator owner = communicator;
    RuntimeException failure = end(outcome);
    if (failure != null) {
      throw owner.collectiveFailure(operation, failure);
    }
  }

  /** The same, but returns what ended a collective before its time; null if nothing did. */
  final RuntimeException end(MessageStatus outcome) {
    Communicator owner = communicator;
    copyOutcome(outcome);
    RuntimeException failure =
        pending instanceof CollectiveRequest collective ? collective.failure() : null;
    if (failure != null) {
      owner.keepId();
    }
    release();
    deactivate();
    owner.requestEnded();
    return failure;
  }

  /** A collective is not pooled, and goes on by itself. */
  private void release() {
    if (pending != null && !(pending instanceof CollectiveRequest)) {
      communicator.process().pml().release(pending);
    }
  }

  /** What a wait on a request that is not active finds. */
  static MessageStatus emptyOutcome() {
    MessageStatus empty = new MessageStatus();
    empty.set(SpecialValues.ANY_SOURCE, SpecialValues.ANY_TAG, 0, false, PmlError.NONE);
    return empty;
  }

  private void finish(String operation, MessageStatus outcome) {
    Communicator owner = communicator;
    takeOutcome(operation, outcome);
    if (outcome.error != PmlError.NONE) {
      throw owner.raise(operation, outcome);
    }
  }

  private void copyOutcome(MessageStatus outcome) {
    if (pending != null) {
      pending.copyStatus(outcome);
    } else {
      outcome.set(SpecialValues.PROC_NULL, SpecialValues.ANY_TAG, 0, false, PmlError.NONE);
    }
  }

  private Communicator requireActive(String operation) {
    Communicator active = communicator;
    if (active == null) {
      throw RequestArrays.raise(
          owner(), operation, "the request is " + (isNull() ? "null" : "not active"));
    }
    requireOwned(active, pending, operation);
    return active;
  }

  private void requireOwned(String operation) {
    requireOwned(communicator, pending, operation);
  }

  /** Two threads that wait for one request would otherwise share it with a third operation. */
  private void requireOwned(Communicator owner, PmlRequest started, String operation) {
    owner.process().requireRunning();
    if (started != null && started.generation() != generation) {
      throw owner.raise(operation, ErrorClass.REQUEST, "another thread has completed the request");
    }
  }

  private void deactivate() {
    communicator = null;
    pending = null;
  }
}
