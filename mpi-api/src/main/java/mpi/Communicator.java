package mpi;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.InterCollectives;
import org.ob1j.runtime.collective.round.CollectiveException;
import org.ob1j.runtime.datatype.BufferException;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.topology.Topology;

/**
 * What is behind a {@link Comm} while it can be used: two contexts of the engine, one for the
 * user's messages and one for collectives, a group, for an {@link Intercomm} another group, and an
 * error handler.
 */
final class Communicator {
  private final MpiProcess process;
  private final int id;
  private final Group group;

  /** Null within one group. */
  private final Group remoteGroup;

  private final Supplier<String> label;
  private String name = "";
  private final PmlCommunicator pointToPoint;
  private final PmlCommunicator collective;
  private final Transfers transfers;

  /** Null until the first collective: many communicators have none. */
  private Collectives collectives;

  private CollectiveCalls collectiveCalls;
  private Errhandler errhandler = Errhandler.FATAL;
  private Attributes attributes = new Attributes();

  /** Null without hints. */
  private Info info;

  /** Null without a topology. */
  private NeighborCalls neighborCalls;

  private final boolean shared;
  private final AtomicLong creations = new AtomicLong();

  /** Null before a communicator has been made out of this one. */
  private IdBlock ids;

  private volatile boolean failed;
  private int pendingRequests;
  private boolean lingering;
  private boolean freed;

  /**
   * Opens a communicator's contexts, 2 × id and 2 × id + 1.
   *
   * @param id the same on all its processes, and different from that of every other communicator
   *     that two of them share
   * @param group its processes, or those of this side; this one is among them
   * @param remoteGroup those of the other side, none of which is in the group; null if there are no
   *     sides
   * @param label what error messages call it until the user names it
   */
  Communicator(MpiProcess process, int id, Group group, Group remoteGroup, Supplier<String> label) {
    this.process = process;
    this.id = id;
    this.group = group;
    this.remoteGroup = remoteGroup;
    this.label = label;
    shared = process.isShared();
    int[] members = peers().members();
    Pml pml = process.pml();
    int rank = group.rank();
    pointToPoint = pml.open(2 * id, rank, members);
    collective = pml.open(2 * id + 1, rank, members);
    pointToPoint.setLabel(new ContextLabel(false));
    transfers = new Transfers(this);
    collective.setLabel(new ContextLabel(true));
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

  /** True if it joins two groups. */
  boolean isInter() {
    return remoteGroup != null;
  }

  /** The other group; null if there is none. */
  Group remoteGroup() {
    return remoteGroup;
  }

  /** Who has the ranks that messages go to and come from. */
  Group peers() {
    return remoteGroup == null ? group : remoteGroup;
  }

  /** Counts what all processes make out of this communicator; they do so in one order. */
  long nextCreationNumber() {
    return creations.getAndIncrement();
  }

  /** Ids for what is made out of it, at least one; all processes take them in one order. */
  IdBlock ids(String operation) {
    if (ids == null || ids.isExhausted()) {
      ids = IdBlock.next(operation, this, ids);
    }
    return ids;
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
    return collectives != null ? collectives : makeCollectives();
  }

  private Collectives makeCollectives() {
    Pml pml = process.pml();
    collectives =
        isInter()
            ? new InterCollectives(pml, collective, process.workspace(), group.members().length)
            : new Collectives(
                pml,
                collective,
                process.workspace(),
                process.identity().nodes(),
                group.members(),
                process.namedAlgorithms());
    if (id == MpiProcess.WORLD_ID) {
      collectives.share(process.jobArea());
    }
    return collectives;
  }

  /** Collectives as users call them. */
  CollectiveCalls collectiveCalls() {
    return collectiveCalls != null ? collectiveCalls : makeCollectiveCalls();
  }

  private CollectiveCalls makeCollectiveCalls() {
    collectiveCalls =
        isInter()
            ? new InterCollectiveCalls(this, collectives())
            : new CollectiveCalls(this, collectives());
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

  /** The same, as the user asks for it. */
  void changeErrhandler(String operation, Errhandler newHandler) {
    if (newHandler == null) {
      throw raise(operation, ErrorClass.ARG, "the error handler is null");
    }
    errhandler = newHandler;
  }

  /** What users have attached. */
  Attributes attributes() {
    return attributes;
  }

  /** The hints that the user has given; a copy. */
  synchronized Info info() {
    return info == null ? new Info() : info.dup();
  }

  /** Takes hints in place of those before, as a copy. */
  synchronized void setInfo(Info hints) {
    info = hints.dup();
  }

  /** The same, as the user asks for it. */
  void changeInfo(String operation, Info hints) {
    if (hints == null || hints.isNull()) {
      throw raise(operation, ErrorClass.INFO, "the info object is null or has been freed");
    }
    setInfo(hints);
  }

  /** The hints that a duplicate gets: a copy, or null without hints. */
  synchronized Info inheritedInfo() {
    return info == null ? null : info.dup();
  }

  /** Takes over what a duplicate has of its original. */
  void inherit(Attributes copied, Info hints, Topology topology) {
    attributes = copied;
    info = hints;
    if (topology != null) {
      setTopology(topology);
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

  /**
   * Waits until all processes have come to the same, and frees the communicator. What is pending
   * goes on as after {@link #free}.
   */
  void disconnect(String operation) {
    collectiveCalls().runBarrier(operation);
    free();
  }

  /** The user has freed the communicator; its contexts close when its last request completes. */
  synchronized void free() {
    freed = true;
    closeIfUnused();
  }

  /**
   * A collective has failed here, whatever did it. Its messages may come later, also when the user
   * has freed the communicator: a new one must not have this id.
   */
  void keepId() {
    failed = true;
  }

  private void closeIfUnused() {
    if (freed && pendingRequests == 0 && !lingering) {
      if (collectives != null) {
        collectives.close();
      }
      process.pml().close(pointToPoint);
      process.pml().close(collective);
      if (ids != null) {
        ids.close();
      }
      if (!failed) {
        process.communicatorIds().release(id);
      }
    }
  }

  /** Does what the error handler says; returns the exception to throw if it says so. */
  MPIException raise(String operation, ErrorClass errorClass, String detail) {
    return raise(operation, errorClass, errorClass, detail, null);
  }

  MPIException raise(String operation, Violation violation) {
    return raise(operation, violation.errorClass(), violation.detail());
  }

  /** Raises what is wrong, if anything is. */
  void require(String operation, Violation violation) {
    if (violation != null) {
      throw raise(operation, violation);
    }
  }

  MPIException raise(String operation, RuntimeException failure) {
    keepId();
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
      process.abort(exitClass.code(), fatalText(operation, text));
    }
    return new MPIException(errorClass, text, cause);
  }

  /** Calls the error handler without an error. Returns if the handler does. */
  void callErrhandler(int errorCode) {
    if (errhandler.isFatal()) {
      String text = ErrorClass.ofCode(errorCode).text("error code " + errorCode);
      process.abort(errorCode, fatalText("Comm.callErrhandler", text));
    }
  }

  private String fatalText(String operation, String text) {
    String where = "rank " + process.rank() + ": " + operation + ", " + title() + ": ";
    String why = "\nerrors of " + title() + " are fatal (Comm.setErrhandler)";
    return where + text + UserTrace.here() + why;
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

  /** What went wrong with an operation that has completed. */
  String describe(MessageStatus outcome) {
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
    String tag = outcome.tag == SpecialValues.ANY_TAG ? "any tag" : "tag " + outcome.tag;
    return "a message with "
        + tag
        + " cannot be completed: "
        + pointToPoint.failureOf(outcome.source);
  }

  /** What the user has named it; empty without a name. */
  String name() {
    return name;
  }

  void setName(String newName) {
    name = newName;
  }

  /** The same, as the user asks for it. */
  void rename(String operation, String newName) {
    require(operation, Names.check(newName));
    name = Names.cut(newName);
  }

  /** What is said when the user aborts the job by it. */
  String abortText(int errorCode) {
    return "rank " + process.rank() + " called abort with code " + errorCode + " on " + title();
  }

  /** What messages call it. */
  String title() {
    return name.isEmpty() ? label.get() : name;
  }

  /** What messages call one of the contexts. */
  private final class ContextLabel implements Supplier<String> {
    private final boolean ofCollectives;

    ContextLabel(boolean ofCollectives) {
      this.ofCollectives = ofCollectives;
    }

    @Override
    public String get() {
      return ofCollectives ? collectiveTitle() : title();
    }
  }

  /** What messages call the context of collectives. */
  private String collectiveTitle() {
    Collectives now = collectives;
    return (now == null ? "a collective" : now.running()) + " of " + title();
  }
}
