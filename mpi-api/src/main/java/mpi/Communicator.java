package mpi;

import java.util.function.Supplier;
import org.ob1j.runtime.collective.CollectiveException;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.topology.Topology;

/**
 * What is behind a {@link Comm} while it can be used: two contexts of the engine, one for the
 * user's messages and one for collectives, a group, and an error handler.
 */
final class Communicator {
  private final MpiProcess process;
  private final int id;
  private final Group group;
  private final String label;
  private String name = "";
  private final PmlCommunicator pointToPoint;
  private final PmlCommunicator collective;
  private final Transfers transfers;
  private final Collectives collectives;
  private final CollectiveCalls collectiveCalls;
  private Errhandler errhandler = Errhandler.FATAL;
  private Attributes attributes = new Attributes();
  private Info info = new Info();

  /** Null without a topology. */
  private NeighborCalls neighborCalls;

  private final boolean shared;
  private int pendingRequests;
  private boolean lingering;
  private boolean freed;

  /**
   * Opens a communicator's contexts, 2 × id and 2 × id + 1.
   *
   * @param id the same on all its processes, and different from that of every other communicator
   *     that two of them share
   * @param group its processes; this one is among them
   * @param label what error messages call it until the user names it
   */
  Communicator(MpiProcess process, int id, Group group, String label) {
    this.process = process;
    this.id = id;
    this.group = group;
    this.label = label;
    shared = process.isShared();
    int[] members = group.members();
    Pml pml = process.pml();
    pointToPoint = pml.open(2 * id, group.rank(), members);
    collective = pml.open(2 * id + 1, group.rank(), members);
    pointToPoint.setLabel(this::title);
    transfers = new Transfers(this);
    collectives = new Collectives(pml, collective, process.workspace());
    collective.setLabel(() -> collectives.running() + " of " + title());
    collectiveCalls = new CollectiveCalls(this, collectives);
  }

  MpiProcess process() {
    return process;
  }

  int id() {
    return id;
  }

  Group group() {
    return group;
  }

  PmlCommunicator pointToPoint() {
    return pointToPoint;
  }

  /** The context of collectives. */
  PmlCommunicator collectiveContext() {
    return collective;
  }

  /** Collectives as the library itself needs them. */
  Collectives collectives() {
    return collectives;
  }

  /** Collectives as users call them. */
  CollectiveCalls collectiveCalls() {
    return collectiveCalls;
  }

  /** How the processes are arranged; null if they are not. */
  Topology topology() {
    return neighborCalls == null ? null : neighborCalls.topology();
  }

  /** Arranges the processes. Their number is the topology's. */
  void setTopology(Topology topology) {
    neighborCalls = new NeighborCalls(this, topology);
  }

  /** Collectives with the neighbors in the topology. */
  NeighborCalls neighborCalls(String operation) {
    if (neighborCalls == null) {
      throw raise(operation, ErrorClass.TOPOLOGY, title() + " has no topology");
    }
    return neighborCalls;
  }

  Transfers transfers() {
    return transfers;
  }

  Errhandler errhandler() {
    return errhandler;
  }

  void setErrhandler(Errhandler newHandler) {
    errhandler = newHandler;
  }

  /** What users have attached. */
  Attributes attributes() {
    return attributes;
  }

  /** The hints that the user has given; a copy. */
  synchronized Info info() {
    return info.dup();
  }

  /** Takes hints in place of those before, as a copy. */
  synchronized void setInfo(Info hints) {
    info = hints.dup();
  }

  /** Takes over what a duplicate has of its original. */
  void inherit(Communicator original) {
    attributes = original.attributes.copy();
    info = original.info();
    if (original.topology() != null) {
      setTopology(original.topology());
    }
  }

  /** A request has been handed to the user. */
  void requestStarted() {
    if (shared) {
      count(1);
    } else {
      pendingRequests++;
    }
  }

  /** A request has completed. */
  void requestEnded() {
    if (shared) {
      count(-1);
    } else {
      pendingRequests--;
      closeIfUnused();
    }
  }

  private synchronized void count(int started) {
    pendingRequests += started;
    closeIfUnused();
  }

  /** A request was given up before it completed. Nobody learns when it does. */
  void requestAbandoned() {
    synchronized (this) {
      lingering = true;
    }
    requestEnded();
  }

  /** The user has freed the communicator; its contexts close when its last request completes. */
  synchronized void free() {
    freed = true;
    closeIfUnused();
  }

  private void closeIfUnused() {
    if (freed && pendingRequests == 0 && !lingering) {
      process.pml().close(pointToPoint);
      process.pml().close(collective);
    }
  }

  /** Does what the error handler says; returns the exception to throw if it says so. */
  MPIException raise(String operation, ErrorClass errorClass, String detail) {
    return raise(operation, errorClass, errorClass, detail, null);
  }

  MPIException raise(String operation, Violation violation) {
    return raise(operation, violation.errorClass(), violation.detail());
  }

  MPIException raise(String operation, RuntimeException failure) {
    ErrorClass errorClass = Errors.classOf(failure);
    return raise(operation, errorClass, errorClass, failure.getMessage(), failure);
  }

  /** Raises the error of an operation that has completed. */
  MPIException raise(String operation, MessageStatus outcome) {
    return raise(operation, Errors.classOf(outcome.error), describe(outcome));
  }

  /**
   * The same, where the job's exit code has another class than the exception: an operation on
   * several requests throws IN_STATUS, and the job ends with what went wrong first.
   */
  MPIException raise(
      String operation,
      ErrorClass errorClass,
      ErrorClass exitClass,
      String detail,
      RuntimeException cause) {
    String text = errorClass.text(detail);
    if (errhandler.isFatal()) {
      process.abort(
          exitClass.code(),
          "rank " + process.rank() + ": " + operation + ", " + title() + ": " + text);
    }
    return new MPIException(errorClass, text, cause);
  }

  /** Calls the error handler without an error. Returns if the handler does. */
  void callErrhandler(int errorCode) {
    if (errhandler.isFatal()) {
      process.abort(
          errorCode,
          "rank "
              + process.rank()
              + ": Comm.callErrhandler, "
              + title()
              + ": "
              + ErrorClass.ofCode(errorCode).text("error code " + errorCode));
    }
  }

  /** Runs a collective's steps, and raises what goes wrong in them. */
  <T> T collectively(String operation, Supplier<T> steps) {
    try {
      return steps.get();
    } catch (PmlException | CollectiveException | BufferException failure) {
      throw raise(operation, failure);
    }
  }

  /** What a failed collective throws: an error of the communicator, or what a user's code threw. */
  RuntimeException collectiveFailure(String operation, RuntimeException failure) {
    return isKnown(failure) ? raise(operation, failure) : failure;
  }

  /** False for what a user's code threw. */
  static boolean isKnown(RuntimeException failure) {
    return failure instanceof PmlException
        || failure instanceof CollectiveException
        || failure instanceof BufferException;
  }

  static String describe(MessageStatus outcome) {
    if (outcome.error == PmlError.TRUNCATED) {
      return "rank "
          + outcome.source
          + " sent "
          + outcome.messageBytes
          + " bytes with tag "
          + outcome.tag
          + "; the receive buffer holds "
          + outcome.lengthBytes;
    }
    return "rank "
        + outcome.source
        + " failed before a message from rank "
        + outcome.source
        + " with tag "
        + outcome.tag
        + " was complete";
  }

  /** What the user has named it; empty without a name. */
  String name() {
    return name;
  }

  void setName(String newName) {
    name = newName;
  }

  /** What messages call it. */
  String title() {
    return name.isEmpty() ? label : name;
  }
}
