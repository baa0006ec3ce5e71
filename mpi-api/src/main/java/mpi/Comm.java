package mpi;

import java.nio.Buffer;
import org.ob1j.runtime.collective.Barrier;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlException;
import org.ob1j.runtime.pml.SendMode;

/**
 * A group of processes that exchange messages, apart from all other communicators' messages (MPI
 * standard, "Groups, Contexts, Communicators, and Caching").
 *
 * <p>For every operation here: a buffer is an array of primitives, or a heap or direct buffer; it
 * belongs to the operation until that completes. Counts are in elements of the datatype, at least
 * 0. Ranks go from 0 to the communicator's size − 1; {@link MPI#PROC_NULL} is a peer that takes
 * everything and sends nothing. Tags are at least 0. Arguments outside these limits are errors
 * ({@link MPI#ERR_COUNT}, {@link MPI#ERR_TAG}, {@link MPI#ERR_RANK}, {@link MPI#ERR_TYPE}, {@link
 * MPI#ERR_BUFFER}, in this order) and go to the communicator's error handler; a buffer that is too
 * short for the count is an {@link ArrayIndexOutOfBoundsException}.
 */
public class Comm implements Freeable, Cloneable {
  private final MpiProcess process;

  /** Null before Init, once freed, and for a rank that is in none of the results of a split. */
  private Communicator communicator;

  /** A null communicator, until it is bound. */
  Comm(MpiProcess process) {
    this.process = process;
  }

  final void bind(Communicator made) {
    communicator = made;
  }

  final MpiProcess process() {
    return process;
  }

  /** What is behind this handle, if it can be used. */
  final Communicator live(String operation) {
    Communicator current = communicator;
    if (current == null || !process.isRunning()) {
      throw unusable(operation);
    }
    return current;
  }

  private MPIException unusable(String operation) {
    process.requireRunning();
    return process.raise(operation, ErrorClass.COMM, "the communicator is null or has been freed");
  }

  /** True if there is no communicator behind this handle: it was freed, or never made. */
  public final boolean isNull() {
    // COMM_WORLD and COMM_SELF are there before Init, although they cannot be used yet.
    return communicator == null && process.isInitialized();
  }

  /** False: the communicator is within one group of processes. */
  public final boolean isInter() throws MPIException {
    live("Comm.isInter");
    return false;
  }

  /** The number of processes. */
  public final int getSize() throws MPIException {
    return live("Comm.getSize").group().members().length;
  }

  /** This process's rank, from 0. */
  public final int getRank() throws MPIException {
    return live("Comm.getRank").pointToPoint().rank();
  }

  /** A new group of the communicator's processes. */
  public final Group getGroup() throws MPIException {
    return new Group(process, live("Comm.getGroup").group().members());
  }

  /**
   * Compares two communicators: {@link MPI#IDENT} for the same one, {@link MPI#CONGRUENT} for the
   * same processes in the same order, {@link MPI#SIMILAR} in another order, else {@link
   * MPI#UNEQUAL}.
   */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    if (comm1 == null || comm2 == null) {
      throw MPI.raise("Comm.compare", ErrorClass.COMM, "the communicator is null");
    }
    Communicator first = comm1.live("Comm.compare");
    Communicator second = comm2.live("Comm.compare");
    if (first == second) {
      return MPI.IDENT;
    }
    int groups = Group.compare(first.group(), second.group());
    return groups == MPI.IDENT ? MPI.CONGRUENT : groups;
  }

  /** The name given by {@link #setName}; an empty one without. */
  public final String getName() throws MPIException {
    return live("Comm.getName").name();
  }

  /** Names the communicator. Names are cut to {@link MPI#MAX_OBJECT_NAME} − 1 characters. */
  public final void setName(String name) throws MPIException {
    live("Comm.setName").setName(Names.cut("Comm.setName", name));
  }

  /**
   * Makes a communicator with the same processes and error handler, whose messages are apart from
   * this one's. All processes of the communicator call it.
   */
  public Comm dup() throws MPIException {
    Comm made = new Comm(process);
    made.bind(CommunicatorCreation.dup("Comm.dup", live("Comm.dup")));
    return made;
  }

  /** The same as {@link #dup}. */
  @Override
  public Comm clone() {
    return dup();
  }

  /**
   * Frees the communicator. All its processes call it. Pending operations complete normally.
   *
   * @throws MPIException {@link MPI#ERR_COMM} for COMM_WORLD and COMM_SELF
   */
  @Override
  public final void free() throws MPIException {
    Communicator current = live("Comm.free");
    if (this == process.world() || this == process.self()) {
      throw current.raise(
          "Comm.free", ErrorClass.COMM, current.title() + " is predefined and cannot be freed");
    }
    communicator = null;
    current.free();
  }

  /** Sets what happens when an operation fails. New communicators have their parent's handler. */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    Communicator current = live("Comm.setErrhandler");
    if (errhandler == null) {
      throw current.raise("Comm.setErrhandler", ErrorClass.ARG, "the error handler is null");
    }
    current.setErrhandler(errhandler);
  }

  /** What happens when an operation fails. */
  public final Errhandler getErrhandler() throws MPIException {
    return live("Comm.getErrhandler").errhandler();
  }

  /**
   * Calls the error handler: {@link MPI#ERRORS_RETURN} does nothing, the others end the job.
   *
   * @param errorCode an error code; the job's exit code if it ends
   */
  public final void callErrhandler(int errorCode) throws MPIException {
    live("Comm.callErrhandler").callErrhandler(errorCode);
  }

  /**
   * Ends the whole job. Does not return; no finally block and no shutdown hook runs.
   *
   * @param errorCode the job's exit code; its lowest 8 bits count
   */
  public final void abort(int errorCode) throws MPIException {
    Communicator current = live("Comm.abort");
    process.abort(
        errorCode,
        "rank "
            + process.rank()
            + " called abort with code "
            + errorCode
            + " on "
            + current.title());
  }

  /** Returns when all processes of the communicator have called it. */
  public final void barrier() throws MPIException {
    Communicator current = live("Comm.barrier");
    try {
      Barrier.run(process.pml(), current.collective());
    } catch (PmlException failure) {
      throw current.raise("Comm.barrier", failure);
    }
  }

  /**
   * Sends a message in standard mode: it may wait until the receive has begun, or leave at once.
   * Returns when the buffer may be used again.
   *
   * @param buf the message
   * @param count elements of the message
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong, or the receiver cannot be reached
   */
  public final void send(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    live("Comm.send").transfers().send(SendMode.STANDARD, buf, count, type, dest, tag);
  }

  /**
   * Sends a message in synchronous mode: it does not complete before the receive has begun. Returns
   * when the buffer may be used again.
   *
   * @param buf the message
   * @param count elements of the message
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong, or the receiver cannot be reached
   */
  public final void sSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    live("Comm.sSend").transfers().send(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
  }

  /**
   * Sends a message in ready mode: the matching receive must have been posted already. Returns when
   * the buffer may be used again.
   *
   * @param buf the message
   * @param count elements of the message
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong, or the receiver cannot be reached
   */
  public final void rSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    live("Comm.rSend").transfers().send(SendMode.READY, buf, count, type, dest, tag);
  }

  /**
   * Sends a message in buffered mode: it never waits for the receiver. The message takes its length
   * plus {@link MPI#BSEND_OVERHEAD} of the buffer of {@link MPI#attachBuffer}; an {@link
   * MPI#ERR_BUFFER} if that has no room. Returns when the buffer may be used again.
   *
   * @param buf the message
   * @param count elements of the message
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong, or the receiver cannot be reached
   */
  public final void bSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    live("Comm.bSend").transfers().send(SendMode.BUFFERED, buf, count, type, dest, tag);
  }

  /**
   * Receives a message, waiting for it. A message may be shorter than the buffer.
   *
   * @param buf where the message goes
   * @param count elements that fit
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @return source, tag and length of what came
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if the message is longer
   *     than the buffer; {@link MPI#ERR_PROC_ABORTED} if the sender failed
   */
  public final Status recv(Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return new Status(live("Comm.recv").transfers().recv(buf, count, type, source, tag));
  }

  /**
   * Starts what {@link #send} does. The buffer must stay as it is until the request is complete.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.iSend").transfers().startSend(SendMode.STANDARD, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #send} does. The array must stay as it is until the request is complete.
   * Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request iSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.iSend").transfers().startSend(SendMode.STANDARD, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #sSend} does. The buffer must stay as it is until the request is complete.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.isSend")
        .transfers()
        .startSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #sSend} does. The array must stay as it is until the request is complete.
   * Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request isSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.isSend")
        .transfers()
        .startSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #rSend} does. The buffer must stay as it is until the request is complete.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.irSend").transfers().startSend(SendMode.READY, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #rSend} does. The array must stay as it is until the request is complete.
   * Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request irSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.irSend").transfers().startSend(SendMode.READY, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #bSend} does. The buffer must stay as it is until the request is complete.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.ibSend")
        .transfers()
        .startSend(SendMode.BUFFERED, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #bSend} does. The array must stay as it is until the request is complete.
   * Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Request ibSend(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.ibSend")
        .transfers()
        .startSend(SendMode.BUFFERED, buf, count, type, dest, tag);
  }

  /**
   * Starts what {@link #recv} does. The buffer must not be touched until the request is complete.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @throws MPIException if an argument is wrong
   */
  public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return live("Comm.iRecv").transfers().startReceive(buf, count, type, source, tag);
  }

  /**
   * Starts what {@link #recv} does. The array must not be touched until the request is complete.
   * Open MPI has no such method.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @throws MPIException if an argument is wrong
   */
  public final Request iRecv(Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return live("Comm.iRecv").transfers().startReceive(buf, count, type, source, tag);
  }

  /**
   * Sends a message and receives another at the same time, so that ranks may send in a circle. The
   * two buffers must not overlap.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @return source, tag and length of what came
   * @throws MPIException as for {@link #send} and {@link #recv}
   */
  public final Status sendRecv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    return new Status(
        live("Comm.sendRecv")
            .transfers()
            .sendReceive(
                "Comm.sendRecv",
                sendbuf,
                sendcount,
                sendtype,
                dest,
                sendtag,
                recvbuf,
                recvcount,
                recvtype,
                source,
                recvtag));
  }

  /**
   * Sends a message and receives another into the same buffer. The message sent is copied first.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @return source, tag and length of what came
   * @throws MPIException as for {@link #send} and {@link #recv}
   */
  public final Status sendRecvReplace(
      Object buf, int count, Datatype type, int dest, int sendtag, int source, int recvtag)
      throws MPIException {
    return new Status(
        live("Comm.sendRecvReplace")
            .transfers()
            .sendReceiveReplace(buf, count, type, dest, sendtag, source, recvtag));
  }

  /**
   * Waits until a message can be received, and leaves it where it is.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @return source, tag and length of the message
   * @throws MPIException if an argument is wrong
   */
  public final Status probe(int source, int tag) throws MPIException {
    return new Status(live("Comm.probe").transfers().probe(source, tag));
  }

  /**
   * Looks whether a message can be received, and leaves it where it is.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @return source, tag and length of the message, or null if there is none
   * @throws MPIException if an argument is wrong
   */
  public final Status iProbe(int source, int tag) throws MPIException {
    MessageStatus found = live("Comm.iProbe").transfers().probeNow(source, tag);
    return found == null ? null : new Status(found);
  }
}
