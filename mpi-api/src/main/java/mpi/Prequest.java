package mpi;

import java.util.function.Supplier;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.PmlRequest;

/**
 * A send or receive that is described once and started again and again (MPI standard, "Persistent
 * Communication Requests"). Made by {@link Comm#sendInit} and its siblings, which check the
 * arguments.
 *
 * <p>It is inactive until {@link #start}, and again once the operation has completed in one of the
 * wait or test forms: waiting for it then returns at once with an empty status. It stays until
 * {@link #free}, and keeps its communicator until then.
 */
public final class Prequest extends Request {
  /** Null once the request has been freed. */
  private Communicator owner;

  private final String name;
  private final Supplier<PmlRequest> operation;

  /** While {@link #startAll} looks for requests that are in its array twice. */
  private boolean listed;

  /**
   * Describes an operation.
   *
   * @param name what error messages call it
   * @param operation starts it; returns null if it is with PROC_NULL
   */
  Prequest(Communicator owner, String name, Supplier<PmlRequest> operation) {
    this.owner = owner;
    this.name = name;
    this.operation = operation;
    owner.requestStarted();
  }

  @Override
  Communicator owner() {
    return owner;
  }

  /**
   * Starts the operation: what the matching non-blocking call would do (MPI standard, MPI_Start).
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if the request is active or has been freed; else
   *     as the non-blocking call
   */
  public void start() throws MPIException {
    requireStartable("Prequest.start");
    launch("Prequest.start");
  }

  /**
   * Starts several operations, in the order of the array (MPI standard, MPI_Startall). If one
   * cannot be started because it is active, freed or in the array twice, none is.
   *
   * @throws MPIException {@link MPI#ERR_REQUEST} if the array or an element is null or a request is
   *     in it twice, or as {@link #start}
   */
  public static void startAll(Prequest[] requests) throws MPIException {
    RequestArrays.require("Prequest.startAll", requests);
    try {
      for (Prequest request : requests) {
        request.list("Prequest.startAll");
      }
    } finally {
      for (Prequest request : requests) {
        request.listed = false;
      }
    }
    for (Prequest request : requests) {
      request.launch("Prequest.startAll");
    }
  }

  /** An operation that is active goes on. */
  @Override
  void giveUp() {
    Communicator known = requireThere("Request.free");
    if (isActive()) {
      abandon("Request.free");
    }
    owner = null;
    known.requestEnded();
  }

  private void list(String call) {
    requireStartable(call);
    if (listed) {
      throw owner.raise(
          call, ErrorClass.REQUEST, "the request of " + name + " is in the array twice");
    }
    listed = true;
  }

  private void requireStartable(String call) {
    Communicator known = requireThere(call);
    if (isActive()) {
      throw known.raise(
          call, ErrorClass.REQUEST, "the request of " + name + " is active; wait for it first");
    }
  }

  private Communicator requireThere(String call) {
    if (owner == null) {
      throw MPI.raise(call, ErrorClass.REQUEST, "the request has been freed");
    }
    owner.process().requireRunning();
    return owner;
  }

  private void launch(String call) {
    PmlRequest started;
    try {
      started = operation.get();
    } catch (PmlException | BufferException failure) {
      throw owner.raise(call, failure);
    }
    activate(owner, started);
  }
}
