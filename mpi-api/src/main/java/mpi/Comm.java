package mpi;

import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import org.ob1j.runtime.pml.MessageStatus;
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
  /**
   * For {@link Intracomm#splitType}: the processes that can share memory (MPI standard,
   * MPI_COMM_TYPE_SHARED).
   */
  public static final int TYPE_SHARED = constant(0);

  private final MpiProcess process;

  /** Null before Init, once freed, and for a rank that is in none of the results of a split. */
  private Communicator communicator;

  /** What {@link #iDup} has begun to make; null for what was made otherwise. */
  private Duplicate promised;

  /** That of {@link #iDup}; null for what was made otherwise. */
  private Request request;

  /** A null communicator, until it is bound. */
  Comm(MpiProcess process) {
    this.process = process;
  }

  /** Keeps the compiler from copying a constant's value into users' class files. */
  private static int constant(int value) {
    return value;
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
      return arrived(operation);
    }
    return current;
  }

  /** What has come from {@link #iDup} meanwhile. Several threads may be the first to ask. */
  private synchronized Communicator arrived(String operation) {
    process.requireRunning();
    if (promised != null) {
      Communicator made = promised.made();
      if (made == null) {
        throw promised.raise(
            operation,
            ErrorClass.COMM,
            "the communicator is not there yet; wait for its request first");
      }
      // Other threads read the field without a lock.
      VarHandle.releaseFence();
      communicator = made;
    }
    if (communicator == null) {
      throw process.raise(operation, ErrorClass.COMM, "the communicator is null or has been freed");
    }
    promised = null;
    return communicator;
  }

  /**
   * True if there is no communicator behind this handle: it was freed, or never made (MPI standard,
   * MPI_COMM_NULL).
   */
  public final boolean isNull() {
    // COMM_WORLD and COMM_SELF are there before Init, although they cannot be used yet.
    return communicator == null && process.isInitialized() && !isToCome();
  }

  /** Whether there is a communicator, or will be: it may have come from {@link #iDup} just now. */
  private synchronized boolean isToCome() {
    return communicator != null || promised != null;
  }

  /**
   * True if the communicator joins two groups of processes, as an {@link Intercomm} does (MPI
   * standard, MPI_Comm_test_inter).
   */
  public final boolean isInter() throws MPIException {
    return live("Comm.isInter").isInter();
  }

  /**
   * The number of processes; of an {@link Intercomm}, those of this process's group (MPI standard,
   * MPI_Comm_size).
   */
  public final int getSize() throws MPIException {
    return live("Comm.getSize").group().members().length;
  }

  /**
   * This process's rank, from 0; in an {@link Intercomm}, its rank in its own group (MPI standard,
   * MPI_Comm_rank).
   */
  public final int getRank() throws MPIException {
    return live("Comm.getRank").pointToPoint().rank();
  }

  /**
   * A new group of the communicator's processes; of an {@link Intercomm}, this process's group (MPI
   * standard, MPI_Comm_group).
   */
  public final Group getGroup() throws MPIException {
    return new Group(process, live("Comm.getGroup").group().members());
  }

  /**
   * Compares two communicators: {@link MPI#IDENT} for the same one, {@link MPI#CONGRUENT} for the
   * same processes in the same order, {@link MPI#SIMILAR} in another order, else {@link
   * MPI#UNEQUAL}. Of two that join groups, both groups are compared (MPI standard,
   * MPI_Comm_compare).
   */
  public static int compare(Comm comm1, Comm comm2) throws MPIException {
    return CommComparison.of(comm1, comm2);
  }

  /**
   * How the processes are arranged (MPI standard, MPI_Topo_test): {@link MPI#CART}, {@link
   * MPI#GRAPH}, {@link MPI#DIST_GRAPH}, or {@link MPI#UNDEFINED} if they are not.
   */
  public final int getTopology() throws MPIException {
    return TopologyCreation.kindOf(live("Comm.getTopology").topology());
  }

  /** The name given by {@link #setName}; an empty one without (MPI standard, MPI_Comm_get_name). */
  public final String getName() throws MPIException {
    return live("Comm.getName").name();
  }

  /**
   * Names the communicator (MPI standard, MPI_Comm_set_name). Names are cut to {@link
   * MPI#MAX_OBJECT_NAME} − 1 characters.
   */
  public final void setName(String name) throws MPIException {
    live("Comm.setName").rename("Comm.setName", name);
  }

  /**
   * Makes a communicator with the same processes and error handler, whose messages are apart from
   * this one's (MPI standard, MPI_Comm_dup). All processes of the communicator call it.
   */
  public Comm dup() throws MPIException {
    Comm made = new Comm(process);
    made.bind(CommunicatorCreation.dup("Comm.dup", live("Comm.dup")));
    return made;
  }

  /**
   * As {@link #dup}, with other hints (MPI standard, MPI_Comm_dup_with_info).
   *
   * @param info the hints; {@link MPI#INFO_NULL} for none
   * @throws MPIException {@link MPI#ERR_INFO} if they are null
   */
  public Comm dupWithInfo(Info info) throws MPIException {
    Info hints = requireHints("Comm.dupWithInfo", info);
    Comm made = dup();
    made.setInfo(hints);
    return made;
  }

  /** The same as {@link #dup} (MPI standard, MPI_Comm_dup). */
  @Override
  public Comm clone() {
    return dup();
  }

  /**
   * Starts what {@link #dup} does (MPI standard, MPI_Comm_idup). All processes of the communicator
   * call it.
   *
   * @return the new communicator, which can be used once the request is complete that {@link
   *     #getRequest} gives
   */
  public Comm iDup() throws MPIException {
    return duplicating("Comm.iDup", new Comm(process));
  }

  /** Starts to make a duplicate. */
  final <C extends Comm> C duplicating(String operation, C made) {
    Communicator original = live(operation);
    Comm handle = made;
    handle.promised = new Duplicate(operation, original);
    handle.request = original.collectiveCalls().start(handle.promised.steps());
    return made;
  }

  /**
   * The request of the {@link #iDup} that made this; null if something else did (MPI standard,
   * MPI_Comm_idup).
   */
  public final Request getRequest() {
    return request;
  }

  /**
   * Makes a communicator between two groups: that of {@code localComm}, and one that another
   * leader's processes name by the same call (MPI standard, MPI_Intercomm_create). All processes of
   * both groups call it. This communicator is the one in which the two leaders know each other; for
   * other processes it does not matter which it is.
   *
   * @param localComm this process's group
   * @param localLeader the rank of its leader in {@code localComm}, the same for the whole group
   * @param remoteLeader the rank of the other group's leader in this communicator; counts for the
   *     leader only
   * @param tag at least 0, the same in both groups; different for what several threads make between
   *     the same leaders at once, in the lowest 29 bits; counts for the leader only
   * @return the communicator, with the error handler of {@code localComm}
   * @throws MPIException {@link MPI#ERR_COMM} if {@code localComm} is null or between groups
   *     itself, if this is null for the leader, or if a process is in both groups; {@link
   *     MPI#ERR_ARG} if a leader's rank is out of range; {@link MPI#ERR_TAG} if the tag is
   *     negative; {@link MPI#ERR_PROC_ABORTED} if a process failed
   */
  public final Intercomm createIntercomm(Comm localComm, int localLeader, int remoteLeader, int tag)
      throws MPIException {
    Intercomm made = new Intercomm(process);
    made.bind(IntercommCreation.create(process, this, localComm, localLeader, remoteLeader, tag));
    return made;
  }

  /**
   * Frees the communicator (MPI standard, MPI_Comm_free). All its processes call it. Pending
   * operations complete normally.
   *
   * @throws MPIException {@link MPI#ERR_COMM} for COMM_WORLD and COMM_SELF
   */
  @Override
  public final void free() throws MPIException {
    Communicator current = requireFreeable("Comm.free");
    communicator = null;
    current.free();
  }

  /**
   * Frees the communicator once all its processes have called this (MPI standard,
   * MPI_Comm_disconnect). Operations that were started complete as after {@link #free}.
   *
   * @throws MPIException {@link MPI#ERR_COMM} for COMM_WORLD and COMM_SELF; {@link
   *     MPI#ERR_PROC_ABORTED} if a process failed: the communicator stays then
   */
  public final void disconnect() throws MPIException {
    Communicator current = requireFreeable("Comm.disconnect");
    current.disconnect("Comm.disconnect");
    communicator = null;
  }

  private Communicator requireFreeable(String operation) {
    Communicator current = live(operation);
    if (this == process.world() || this == process.self()) {
      throw current.raise(
          operation, ErrorClass.COMM, current.title() + " is predefined and cannot be freed");
    }
    return current;
  }

  /**
   * A new key for attributes of communicators (MPI standard, "Caching").
   *
   * @return a number that no other key of communicators has
   */
  public static int createKeyval() throws MPIException {
    return CommAttributes.KEYS.create();
  }

  /**
   * Gives a key back (MPI standard, MPI_Comm_free_keyval). Attributes that have it stay until they
   * are deleted.
   *
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key
   */
  public static void freeKeyval(int keyval) throws MPIException {
    MPI.require("Comm.freeKeyval", CommAttributes.KEYS.free(keyval));
  }

  /**
   * Gives the communicator an attribute, on this process (MPI standard, MPI_Comm_set_attr).
   * Duplicates of the communicator get it, too.
   *
   * @param value serializable; what is kept is a copy of it
   * @throws MPIException {@link MPI#ERR_KEYVAL} if the key was not made by {@link #createKeyval};
   *     code 0 if the value cannot be serialized
   */
  public final void setAttr(int keyval, Object value) throws MPIException {
    CommAttributes.set(live("Comm.setAttr"), keyval, value);
  }

  /**
   * An attribute (MPI standard, MPI_Comm_get_attr).
   *
   * @param keyval from {@link #createKeyval}, or one of those that the library sets: {@link
   *     MPI#TAG_UB}, {@link MPI#HOST}, {@link MPI#IO}, {@link MPI#WTIME_IS_GLOBAL}, {@link
   *     MPI#APPNUM}, {@link MPI#LASTUSEDCODE}, {@link MPI#UNIVERSE_SIZE}
   * @return a copy of the value; null if there is none with this key
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key
   */
  public final Object getAttr(int keyval) throws MPIException {
    return CommAttributes.get(live("Comm.getAttr"), keyval);
  }

  /**
   * Takes an attribute away (MPI standard, MPI_Comm_delete_attr).
   *
   * @throws MPIException {@link MPI#ERR_KEYVAL} if there is no such key, or no such attribute
   */
  public final void deleteAttr(int keyval) throws MPIException {
    CommAttributes.delete(live("Comm.deleteAttr"), keyval);
  }

  /**
   * Gives hints, in place of those given before (MPI standard, MPI_Comm_set_info). None of them
   * changes anything here.
   *
   * @throws MPIException {@link MPI#ERR_INFO} if they are null
   */
  public final void setInfo(Info info) throws MPIException {
    live("Comm.setInfo").changeInfo("Comm.setInfo", info);
  }

  /** The hints that were given, as a new object (MPI standard, MPI_Comm_get_info). */
  public final Info getInfo() throws MPIException {
    return live("Comm.getInfo").info();
  }

  /** The hints of a duplicate. */
  final Info requireHints(String operation, Info info) {
    if (info == null) {
      throw live(operation).raise(operation, ErrorClass.INFO, "the info object is null");
    }
    return info.isNull() ? new Info() : info;
  }

  /**
   * Sets what happens when an operation fails (MPI standard, MPI_Comm_set_errhandler). New
   * communicators have their parent's handler.
   */
  public final void setErrhandler(Errhandler errhandler) throws MPIException {
    live("Comm.setErrhandler").changeErrhandler("Comm.setErrhandler", errhandler);
  }

  /** What happens when an operation fails (MPI standard, MPI_Comm_get_errhandler). */
  public final Errhandler getErrhandler() throws MPIException {
    return live("Comm.getErrhandler").errhandler();
  }

  /**
   * Calls the error handler: {@link MPI#ERRORS_RETURN} does nothing, the others end the job (MPI
   * standard, MPI_Comm_call_errhandler).
   *
   * @param errorCode an error code; the job's exit code if it ends
   */
  public final void callErrhandler(int errorCode) throws MPIException {
    live("Comm.callErrhandler").callErrhandler(errorCode);
  }

  /**
   * Ends the whole job (MPI standard, MPI_Abort). Does not return; no finally block and no shutdown
   * hook runs.
   *
   * @param errorCode the job's exit code; its lowest 8 bits count
   */
  public final void abort(int errorCode) throws MPIException {
    String text = live("Comm.abort").abortText(errorCode);
    process.abort(errorCode, text);
  }

  /**
   * Combines elements of this process, as reductions combine those of two ranks: {@code inOutBuf[i]
   * = inBuf[i] op inOutBuf[i]} (MPI standard, MPI_Reduce_local). No message is sent.
   *
   * @param inBuf the first operands; not the same buffer as the other
   * @param inOutBuf the second operands, whose place the result takes
   * @param count elements of each
   * @throws MPIException if an argument is wrong, as in {@link #reduce(Object, Object, int,
   *     Datatype, Op, int)}
   */
  public static void reduceLocal(Object inBuf, Object inOutBuf, int count, Datatype type, Op op)
      throws MPIException {
    MPI.COMM_SELF
        .live("Comm.reduceLocal")
        .collectiveCalls()
        .combine("Comm.reduceLocal", inBuf, inOutBuf, count, type, op);
  }

  /**
   * Packs elements into an array, from which {@link #unpack} takes them again: directly, or after
   * they have been sent as {@link MPI#PACKED} (MPI standard, "Pack and Unpack").
   *
   * @param inbuf an array of primitives, or a heap or direct buffer
   * @param incount elements of the datatype, at least 0
   * @param outbuf what they are packed into
   * @param position where in it, in bytes
   * @return the position behind them
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if the array has no room for them, {@link
   *     MPI#ERR_ARG} if the position is not in it
   */
  public final int pack(Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
      throws MPIException {
    String operation = "Comm.pack";
    return new Packing(live(operation), operation).pack(inbuf, incount, type, outbuf, position);
  }

  /**
   * Unpacks elements that {@link #pack} has packed (MPI standard, MPI_Unpack).
   *
   * @param inbuf what they were packed into
   * @param position where in it, in bytes
   * @param outbuf an array of primitives, or a heap or direct buffer
   * @param outcount elements of the datatype, at least 0
   * @return the position behind them
   * @throws MPIException {@link MPI#ERR_TRUNCATE} if the array has fewer bytes than they need,
   *     {@link MPI#ERR_ARG} if the position is not in it
   */
  public final int unpack(byte[] inbuf, int position, Object outbuf, int outcount, Datatype type)
      throws MPIException {
    String operation = "Comm.unpack";
    return new Packing(live(operation), operation).unpack(inbuf, position, outbuf, outcount, type);
  }

  /**
   * How many bytes of an array {@link #pack} needs for elements (MPI standard, MPI_Pack_size).
   *
   * @param incount elements of the datatype, at least 0
   * @return the bytes; {@link MPI#UNDEFINED} if their number does not fit into an int
   */
  public final int packSize(int incount, Datatype type) throws MPIException {
    String operation = "Comm.packSize";
    return new Packing(live(operation), operation).size(incount, type);
  }

  /** Returns when all processes of the communicator have called it (MPI standard, MPI_Barrier). */
  public final void barrier() throws MPIException {
    live("Comm.barrier").collectiveCalls().runBarrier("Comm.barrier");
  }

  /** Starts what {@link #barrier} does (MPI standard, MPI_Ibarrier). */
  public final Request iBarrier() throws MPIException {
    CollectiveCalls calls = live("Comm.iBarrier").collectiveCalls();
    return calls.start(calls.barrier());
  }

  /**
   * Copies the root's data to all ranks (MPI standard, MPI_Bcast).
   *
   * @param buf the data: read at the root, written at all other ranks
   * @param count elements, the same amount on all ranks
   * @param root the rank that has the data
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void bcast(Object buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.bcast").collectiveCalls();
    if (!calls.inArea.broadcast("Comm.bcast", buf, count, type, root)) {
      calls.run("Comm.bcast", calls.broadcast("Comm.bcast", buf, count, type, root));
    }
  }

  /**
   * Starts what {@link #bcast(Object, int, Datatype, int)} does (MPI standard, MPI_Ibcast). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.iBcast").collectiveCalls();
    return calls.start(calls.broadcast("Comm.iBcast", buf, count, type, root));
  }

  /**
   * Starts what {@link #bcast(Object, int, Datatype, int)} does, with arrays (MPI standard,
   * MPI_Ibcast). The buffer must not be touched until the request is complete. Open MPI has no such
   * method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iBcast(Object buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.iBcast").collectiveCalls();
    return calls.start(calls.broadcast("Comm.iBcast", buf, count, type, root));
  }

  /**
   * Combines the elements of all ranks at the root: element i of the result is the combination of
   * the elements i of all ranks (MPI standard, MPI_Reduce).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf the result; not used but at the root
   * @param count elements of each rank
   * @param root the rank that gets the result
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduce(
      Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.reduce").collectiveCalls();
    if (!calls.inArea.reduce("Comm.reduce", sendbuf, recvbuf, count, type, op, root)) {
      calls.run(
          "Comm.reduce", calls.reduce("Comm.reduce", sendbuf, recvbuf, count, type, op, root));
    }
  }

  /**
   * Starts what {@link #reduce(Object, Object, int, Datatype, Op, int)} does (MPI standard,
   * MPI_Ireduce). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduce(
      Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduce").collectiveCalls();
    return calls.start(calls.reduce("Comm.iReduce", sendbuf, recvbuf, count, type, op, root));
  }

  /**
   * Starts what {@link #reduce(Object, Object, int, Datatype, Op, int)} does, with arrays (MPI
   * standard, MPI_Ireduce). The buffers must not be touched until the request is complete. Open MPI
   * has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduce(
      Object sendbuf, Object recvbuf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduce").collectiveCalls();
    return calls.start(calls.reduce("Comm.iReduce", sendbuf, recvbuf, count, type, op, root));
  }

  /**
   * Combines the elements of all ranks at the root, in place (MPI standard, MPI_Reduce).
   *
   * @param buf this rank's elements; at the root, the result takes their place
   * @param count elements of each rank
   * @param root the rank that gets the result
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduce(Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.reduce").collectiveCalls();
    if (!calls.inArea.reduce("Comm.reduce", buf, buf, count, type, op, root)) {
      calls.run("Comm.reduce", calls.reduce("Comm.reduce", buf, buf, count, type, op, root));
    }
  }

  /**
   * Starts what {@link #reduce(Object, int, Datatype, Op, int)} does (MPI standard, MPI_Ireduce).
   * The buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduce(Buffer buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduce").collectiveCalls();
    return calls.start(calls.reduce("Comm.iReduce", buf, buf, count, type, op, root));
  }

  /**
   * Starts what {@link #reduce(Object, int, Datatype, Op, int)} does, with arrays (MPI standard,
   * MPI_Ireduce). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduce(Object buf, int count, Datatype type, Op op, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduce").collectiveCalls();
    return calls.start(calls.reduce("Comm.iReduce", buf, buf, count, type, op, root));
  }

  /**
   * Combines the elements of all ranks, for all ranks (MPI standard, MPI_Allreduce).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf the result
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allReduce").collectiveCalls();
    if (!calls.inArea.allReduce("Comm.allReduce", sendbuf, recvbuf, count, type, op)) {
      calls.run(
          "Comm.allReduce", calls.allReduce("Comm.allReduce", sendbuf, recvbuf, count, type, op));
    }
  }

  /**
   * Starts what {@link #allReduce(Object, Object, int, Datatype, Op)} does (MPI standard,
   * MPI_Iallreduce). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllReduce(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllReduce").collectiveCalls();
    return calls.start(calls.allReduce("Comm.iAllReduce", sendbuf, recvbuf, count, type, op));
  }

  /**
   * Starts what {@link #allReduce(Object, Object, int, Datatype, Op)} does, with arrays (MPI
   * standard, MPI_Iallreduce). The buffers must not be touched until the request is complete. Open
   * MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllReduce(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllReduce").collectiveCalls();
    return calls.start(calls.allReduce("Comm.iAllReduce", sendbuf, recvbuf, count, type, op));
  }

  /**
   * Combines the elements of all ranks, for all ranks, in place (MPI standard, MPI_Allreduce).
   *
   * @param buf this rank's elements, whose place the result takes
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.allReduce").collectiveCalls();
    if (!calls.inArea.allReduce("Comm.allReduce", buf, buf, count, type, op)) {
      calls.run("Comm.allReduce", calls.allReduce("Comm.allReduce", buf, buf, count, type, op));
    }
  }

  /**
   * Starts what {@link #allReduce(Object, int, Datatype, Op)} does (MPI standard, MPI_Iallreduce).
   * The buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllReduce(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iAllReduce").collectiveCalls();
    return calls.start(calls.allReduce("Comm.iAllReduce", buf, buf, count, type, op));
  }

  /**
   * Starts what {@link #allReduce(Object, int, Datatype, Op)} does, with arrays (MPI standard,
   * MPI_Iallreduce). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllReduce(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iAllReduce").collectiveCalls();
    return calls.start(calls.allReduce("Comm.iAllReduce", buf, buf, count, type, op));
  }

  /**
   * Combines the elements of all ranks, and gives each rank a block of the result (MPI standard,
   * MPI_Reduce_scatter).
   *
   * @param sendbuf this rank's elements, for the block of rank 0, then that of rank 1 …
   * @param recvbuf this rank's block of the result
   * @param recvcounts elements of each rank's block, the same on all ranks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduceScatter(
      Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.reduceScatter").collectiveCalls();
    calls.run(
        "Comm.reduceScatter",
        calls.reduceScatter("Comm.reduceScatter", sendbuf, recvbuf, recvcounts, type, op));
  }

  /**
   * Starts what {@link #reduceScatter(Object, Object, int[], Datatype, Op)} does (MPI standard,
   * MPI_Ireduce_scatter). The buffers and the array of counts must not be touched until the request
   * is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatter(
      Buffer sendbuf, Buffer recvbuf, int[] recvcounts, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatter").collectiveCalls();
    return calls.start(
        calls.reduceScatter("Comm.iReduceScatter", sendbuf, recvbuf, recvcounts, type, op));
  }

  /**
   * Starts what {@link #reduceScatter(Object, Object, int[], Datatype, Op)} does, with arrays (MPI
   * standard, MPI_Ireduce_scatter). The buffers and the array of counts must not be touched until
   * the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatter(
      Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatter").collectiveCalls();
    return calls.start(
        calls.reduceScatter("Comm.iReduceScatter", sendbuf, recvbuf, recvcounts, type, op));
  }

  /**
   * Combines the elements of all ranks, and gives each rank a block of the result, in place (MPI
   * standard, MPI_Reduce_scatter).
   *
   * @param buf this rank's elements, for the block of rank 0, then that of rank 1 …; this rank's
   *     block of the result goes to its beginning, and the rest stays as it is
   * @param recvcounts elements of each rank's block, the same on all ranks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduceScatter(Object buf, int[] recvcounts, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.reduceScatter").collectiveCalls();
    calls.run(
        "Comm.reduceScatter",
        calls.reduceScatter("Comm.reduceScatter", buf, buf, recvcounts, type, op));
  }

  /**
   * Starts what {@link #reduceScatter(Object, int[], Datatype, Op)} does (MPI standard,
   * MPI_Ireduce_scatter). The buffer and the array of counts must not be touched until the request
   * is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatter(Buffer buf, int[] recvcounts, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatter").collectiveCalls();
    return calls.start(calls.reduceScatter("Comm.iReduceScatter", buf, buf, recvcounts, type, op));
  }

  /**
   * Starts what {@link #reduceScatter(Object, int[], Datatype, Op)} does, with arrays (MPI
   * standard, MPI_Ireduce_scatter). The buffer and the array of counts must not be touched until
   * the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatter(Object buf, int[] recvcounts, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatter").collectiveCalls();
    return calls.start(calls.reduceScatter("Comm.iReduceScatter", buf, buf, recvcounts, type, op));
  }

  /**
   * Combines the elements of all ranks, and gives each rank a block of the result, where blocks are
   * equally long (MPI standard, MPI_Reduce_scatter_block).
   *
   * @param sendbuf this rank's elements, for the block of rank 0, then that of rank 1 …
   * @param recvbuf this rank's block of the result
   * @param recvcount elements of one block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduceScatterBlock(
      Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.reduceScatterBlock").collectiveCalls();
    calls.run(
        "Comm.reduceScatterBlock",
        calls.reduceScatterBlock("Comm.reduceScatterBlock", sendbuf, recvbuf, recvcount, type, op));
  }

  /**
   * Starts what {@link #reduceScatterBlock(Object, Object, int, Datatype, Op)} does (MPI standard,
   * MPI_Ireduce_scatter_block). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatterBlock(
      Buffer sendbuf, Buffer recvbuf, int recvcount, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatterBlock").collectiveCalls();
    return calls.start(
        calls.reduceScatterBlock(
            "Comm.iReduceScatterBlock", sendbuf, recvbuf, recvcount, type, op));
  }

  /**
   * Starts what {@link #reduceScatterBlock(Object, Object, int, Datatype, Op)} does, with arrays
   * (MPI standard, MPI_Ireduce_scatter_block). The buffers must not be touched until the request is
   * complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatterBlock(
      Object sendbuf, Object recvbuf, int recvcount, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatterBlock").collectiveCalls();
    return calls.start(
        calls.reduceScatterBlock(
            "Comm.iReduceScatterBlock", sendbuf, recvbuf, recvcount, type, op));
  }

  /**
   * Combines the elements of all ranks, and gives each rank a block of the result, where blocks are
   * equally long, in place (MPI standard, MPI_Reduce_scatter_block).
   *
   * @param buf this rank's elements, for the block of rank 0, then that of rank 1 …; this rank's
   *     block of the result goes to its beginning, and the rest stays as it is
   * @param recvcount elements of one block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void reduceScatterBlock(Object buf, int recvcount, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.reduceScatterBlock").collectiveCalls();
    calls.run(
        "Comm.reduceScatterBlock",
        calls.reduceScatterBlock("Comm.reduceScatterBlock", buf, buf, recvcount, type, op));
  }

  /**
   * Starts what {@link #reduceScatterBlock(Object, int, Datatype, Op)} does (MPI standard,
   * MPI_Ireduce_scatter_block). The buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatterBlock(Buffer buf, int recvcount, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatterBlock").collectiveCalls();
    return calls.start(
        calls.reduceScatterBlock("Comm.iReduceScatterBlock", buf, buf, recvcount, type, op));
  }

  /**
   * Starts what {@link #reduceScatterBlock(Object, int, Datatype, Op)} does, with arrays (MPI
   * standard, MPI_Ireduce_scatter_block). The buffer must not be touched until the request is
   * complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iReduceScatterBlock(Object buf, int recvcount, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iReduceScatterBlock").collectiveCalls();
    return calls.start(
        calls.reduceScatterBlock("Comm.iReduceScatterBlock", buf, buf, recvcount, type, op));
  }

  /**
   * Gathers as many elements of every rank at the root, in the order of the ranks (MPI standard,
   * MPI_Gather).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf a block for each rank; not used but at the root
   * @param recvcount elements of one block; not used but at the root
   * @param root the rank that gets the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void gather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.gather").collectiveCalls();
    if (!calls.inArea.gather(
        "Comm.gather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root)) {
      calls.run(
          "Comm.gather",
          calls.gather(
              "Comm.gather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }
  }

  /**
   * Starts what {@link #gather(Object, int, Datatype, Object, int, Datatype, int)} does (MPI
   * standard, MPI_Igather). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGather").collectiveCalls();
    return calls.start(
        calls.gather(
            "Comm.iGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
  }

  /**
   * Starts what {@link #gather(Object, int, Datatype, Object, int, Datatype, int)} does, with
   * arrays (MPI standard, MPI_Igather). The buffers must not be touched until the request is
   * complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGather").collectiveCalls();
    return calls.start(
        calls.gather(
            "Comm.iGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
  }

  /**
   * Gathers as many elements of every rank at the root, in place (MPI standard, MPI_Gather).
   *
   * @param buf at the root a block for each rank, with the root's own where it belongs; elsewhere
   *     this rank's elements
   * @param count elements of one block
   * @param root the rank that gets the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void gather(Object buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.gather").collectiveCalls();
    calls.run("Comm.gather", calls.gatherInPlace("Comm.gather", buf, count, type, root));
  }

  /**
   * Starts what {@link #gather(Object, int, Datatype, int)} does (MPI standard, MPI_Igather). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.iGather").collectiveCalls();
    return calls.start(calls.gatherInPlace("Comm.iGather", buf, count, type, root));
  }

  /**
   * Starts what {@link #gather(Object, int, Datatype, int)} does, with arrays (MPI standard,
   * MPI_Igather). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGather(Object buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.iGather").collectiveCalls();
    return calls.start(calls.gatherInPlace("Comm.iGather", buf, count, type, root));
  }

  /**
   * Gathers elements of every rank at the root, where numbers differ (MPI standard, MPI_Gatherv).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf where they go; this and the following are not used but at the root
   * @param recvcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @param root the rank that gets the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void gatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.gatherv").collectiveCalls();
    calls.run(
        "Comm.gatherv",
        calls.gatherV(
            "Comm.gatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype,
            root));
  }

  /**
   * Starts what {@link #gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int)} does
   * (MPI standard, MPI_Igatherv). The buffers and the arrays of counts and displacements must not
   * be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(
        calls.gatherV(
            "Comm.iGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype,
            root));
  }

  /**
   * Starts what {@link #gatherv(Object, int, Datatype, Object, int[], int[], Datatype, int)} does,
   * with arrays (MPI standard, MPI_Igatherv). The buffers and the arrays of counts and
   * displacements must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(
        calls.gatherV(
            "Comm.iGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype,
            root));
  }

  /**
   * The root's part of a {@code gatherv} in place: its own block is where it belongs (MPI standard,
   * MPI_Gatherv).
   *
   * @param recvbuf where the blocks go
   * @param recvcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @param root this rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void gatherv(
      Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.gatherv").collectiveCalls();
    calls.run(
        "Comm.gatherv",
        calls.gatherVAtRoot("Comm.gatherv", recvbuf, recvcount, displs, recvtype, root));
  }

  /**
   * Starts what {@link #gatherv(Object, int[], int[], Datatype, int)} does (MPI standard,
   * MPI_Igatherv). The buffer and the arrays of counts and displacements must not be touched until
   * the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(
      Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(
        calls.gatherVAtRoot("Comm.iGatherv", recvbuf, recvcount, displs, recvtype, root));
  }

  /**
   * Starts what {@link #gatherv(Object, int[], int[], Datatype, int)} does, with arrays (MPI
   * standard, MPI_Igatherv). The buffer and the arrays of counts and displacements must not be
   * touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(
      Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(
        calls.gatherVAtRoot("Comm.iGatherv", recvbuf, recvcount, displs, recvtype, root));
  }

  /**
   * The part of a rank that is not the root in a {@code gatherv} (MPI standard, MPI_Gatherv).
   *
   * @param sendbuf this rank's elements
   * @param root the rank that gets the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void gatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.gatherv").collectiveCalls();
    calls.run(
        "Comm.gatherv", calls.gatherVElsewhere("Comm.gatherv", sendbuf, sendcount, sendtype, root));
  }

  /**
   * Starts what {@link #gatherv(Object, int, Datatype, int)} does (MPI standard, MPI_Igatherv). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(Buffer sendbuf, int sendcount, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(calls.gatherVElsewhere("Comm.iGatherv", sendbuf, sendcount, sendtype, root));
  }

  /**
   * Starts what {@link #gatherv(Object, int, Datatype, int)} does, with arrays (MPI standard,
   * MPI_Igatherv). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iGatherv(Object sendbuf, int sendcount, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iGatherv").collectiveCalls();
    return calls.start(calls.gatherVElsewhere("Comm.iGatherv", sendbuf, sendcount, sendtype, root));
  }

  /**
   * Gives every rank as many of the root's elements, in the order of the ranks (MPI standard,
   * MPI_Scatter).
   *
   * @param sendbuf a block for each rank; not used but at the root
   * @param sendcount elements of one block; not used but at the root
   * @param recvbuf where this rank's block goes
   * @param root the rank that has the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scatter(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.scatter").collectiveCalls();
    if (!calls.inArea.scatter(
        "Comm.scatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root)) {
      calls.run(
          "Comm.scatter",
          calls.scatter(
              "Comm.scatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }
  }

  /**
   * Starts what {@link #scatter(Object, int, Datatype, Object, int, Datatype, int)} does (MPI
   * standard, MPI_Iscatter). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatter(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatter").collectiveCalls();
    return calls.start(
        calls.scatter(
            "Comm.iScatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
  }

  /**
   * Starts what {@link #scatter(Object, int, Datatype, Object, int, Datatype, int)} does, with
   * arrays (MPI standard, MPI_Iscatter). The buffers must not be touched until the request is
   * complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatter(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatter").collectiveCalls();
    return calls.start(
        calls.scatter(
            "Comm.iScatter", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
  }

  /**
   * Gives every rank as many of the root's elements, in place (MPI standard, MPI_Scatter).
   *
   * @param buf at the root a block for each rank, of which its own stays there; elsewhere where
   *     this rank's block goes
   * @param count elements of one block
   * @param root the rank that has the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scatter(Object buf, int count, Datatype type, int root) throws MPIException {
    CollectiveCalls calls = live("Comm.scatter").collectiveCalls();
    calls.run("Comm.scatter", calls.scatterInPlace("Comm.scatter", buf, count, type, root));
  }

  /**
   * Starts what {@link #scatter(Object, int, Datatype, int)} does (MPI standard, MPI_Iscatter). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatter(Buffer buf, int count, Datatype type, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatter").collectiveCalls();
    return calls.start(calls.scatterInPlace("Comm.iScatter", buf, count, type, root));
  }

  /**
   * Starts what {@link #scatter(Object, int, Datatype, int)} does, with arrays (MPI standard,
   * MPI_Iscatter). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatter(Object buf, int count, Datatype type, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatter").collectiveCalls();
    return calls.start(calls.scatterInPlace("Comm.iScatter", buf, count, type, root));
  }

  /**
   * Gives every rank elements of the root's, where numbers differ (MPI standard, MPI_Scatterv).
   *
   * @param sendbuf the blocks; this and the following are not used but at the root
   * @param sendcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @param recvbuf where this rank's block goes
   * @param root the rank that has the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scatterv(
      Object sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.scatterv").collectiveCalls();
    calls.run(
        "Comm.scatterv",
        calls.scatterV(
            "Comm.scatterv",
            sendbuf,
            sendcount,
            displs,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root));
  }

  /**
   * Starts what {@link #scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int)} does
   * (MPI standard, MPI_Iscatterv). The buffers and the arrays of counts and displacements must not
   * be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(
      Buffer sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterV(
            "Comm.iScatterv",
            sendbuf,
            sendcount,
            displs,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root));
  }

  /**
   * Starts what {@link #scatterv(Object, int[], int[], Datatype, Object, int, Datatype, int)} does,
   * with arrays (MPI standard, MPI_Iscatterv). The buffers and the arrays of counts and
   * displacements must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(
      Object sendbuf,
      int[] sendcount,
      int[] displs,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterV(
            "Comm.iScatterv",
            sendbuf,
            sendcount,
            displs,
            sendtype,
            recvbuf,
            recvcount,
            recvtype,
            root));
  }

  /**
   * The root's part of a {@code scatterv} in place: its own block stays where it is (MPI standard,
   * MPI_Scatterv).
   *
   * @param sendbuf the blocks
   * @param sendcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @param root this rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scatterv(
      Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.scatterv").collectiveCalls();
    calls.run(
        "Comm.scatterv",
        calls.scatterVAtRoot("Comm.scatterv", sendbuf, sendcount, displs, sendtype, root));
  }

  /**
   * Starts what {@link #scatterv(Object, int[], int[], Datatype, int)} does (MPI standard,
   * MPI_Iscatterv). The buffer and the arrays of counts and displacements must not be touched until
   * the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(
      Buffer sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterVAtRoot("Comm.iScatterv", sendbuf, sendcount, displs, sendtype, root));
  }

  /**
   * Starts what {@link #scatterv(Object, int[], int[], Datatype, int)} does, with arrays (MPI
   * standard, MPI_Iscatterv). The buffer and the arrays of counts and displacements must not be
   * touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(
      Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterVAtRoot("Comm.iScatterv", sendbuf, sendcount, displs, sendtype, root));
  }

  /**
   * The part of a rank that is not the root in a {@code scatterv} (MPI standard, MPI_Scatterv).
   *
   * @param recvbuf where this rank's block goes
   * @param root the rank that has the blocks
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.scatterv").collectiveCalls();
    calls.run(
        "Comm.scatterv",
        calls.scatterVElsewhere("Comm.scatterv", recvbuf, recvcount, recvtype, root));
  }

  /**
   * Starts what {@link #scatterv(Object, int, Datatype, int)} does (MPI standard, MPI_Iscatterv).
   * The buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(Buffer recvbuf, int recvcount, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterVElsewhere("Comm.iScatterv", recvbuf, recvcount, recvtype, root));
  }

  /**
   * Starts what {@link #scatterv(Object, int, Datatype, int)} does, with arrays (MPI standard,
   * MPI_Iscatterv). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScatterv(Object recvbuf, int recvcount, Datatype recvtype, int root)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iScatterv").collectiveCalls();
    return calls.start(
        calls.scatterVElsewhere("Comm.iScatterv", recvbuf, recvcount, recvtype, root));
  }

  /**
   * Gathers as many elements of every rank at all ranks, in the order of the ranks (MPI standard,
   * MPI_Allgather).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf a block for each rank
   * @param recvcount elements of one block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allGather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allGather").collectiveCalls();
    if (!calls.inArea.allGather(
        "Comm.allGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype)) {
      calls.run(
          "Comm.allGather",
          calls.allGather(
              "Comm.allGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }
  }

  /**
   * Starts what {@link #allGather(Object, int, Datatype, Object, int, Datatype)} does (MPI
   * standard, MPI_Iallgather). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGather").collectiveCalls();
    return calls.start(
        calls.allGather(
            "Comm.iAllGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #allGather(Object, int, Datatype, Object, int, Datatype)} does, with arrays
   * (MPI standard, MPI_Iallgather). The buffers must not be touched until the request is complete.
   * Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGather").collectiveCalls();
    return calls.start(
        calls.allGather(
            "Comm.iAllGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Gathers as many elements of every rank at all ranks, in place (MPI standard, MPI_Allgather).
   *
   * @param buf a block for each rank, with this rank's own where it belongs
   * @param count elements of one block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allGather(Object buf, int count, Datatype type) throws MPIException {
    CollectiveCalls calls = live("Comm.allGather").collectiveCalls();
    calls.run("Comm.allGather", calls.allGatherInPlace("Comm.allGather", buf, count, type));
  }

  /**
   * Starts what {@link #allGather(Object, int, Datatype)} does (MPI standard, MPI_Iallgather). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGather(Buffer buf, int count, Datatype type) throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGather").collectiveCalls();
    return calls.start(calls.allGatherInPlace("Comm.iAllGather", buf, count, type));
  }

  /**
   * Starts what {@link #allGather(Object, int, Datatype)} does, with arrays (MPI standard,
   * MPI_Iallgather). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGather(Object buf, int count, Datatype type) throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGather").collectiveCalls();
    return calls.start(calls.allGatherInPlace("Comm.iAllGather", buf, count, type));
  }

  /**
   * Gathers elements of every rank at all ranks, where numbers differ (MPI standard,
   * MPI_Allgatherv).
   *
   * @param sendbuf this rank's elements
   * @param recvbuf where the blocks go
   * @param recvcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allGatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allGatherv").collectiveCalls();
    calls.run(
        "Comm.allGatherv",
        calls.allGatherV(
            "Comm.allGatherv", sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
  }

  /**
   * Starts what {@link #allGatherv(Object, int, Datatype, Object, int[], int[], Datatype)} does
   * (MPI standard, MPI_Iallgatherv). The buffers and the arrays of counts and displacements must
   * not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGatherv").collectiveCalls();
    return calls.start(
        calls.allGatherV(
            "Comm.iAllGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype));
  }

  /**
   * Starts what {@link #allGatherv(Object, int, Datatype, Object, int[], int[], Datatype)} does,
   * with arrays (MPI standard, MPI_Iallgatherv). The buffers and the arrays of counts and
   * displacements must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGatherv").collectiveCalls();
    return calls.start(
        calls.allGatherV(
            "Comm.iAllGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype));
  }

  /**
   * Gathers elements of every rank at all ranks, in place, where numbers differ (MPI standard,
   * MPI_Allgatherv).
   *
   * @param recvbuf where the blocks go, with this rank's own where it belongs
   * @param recvcount elements of each rank's block
   * @param displs where each rank's block begins, in elements
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allGatherv").collectiveCalls();
    calls.run(
        "Comm.allGatherv",
        calls.allGatherVInPlace("Comm.allGatherv", recvbuf, recvcount, displs, recvtype));
  }

  /**
   * Starts what {@link #allGatherv(Object, int[], int[], Datatype)} does (MPI standard,
   * MPI_Iallgatherv). The buffer and the arrays of counts and displacements must not be touched
   * until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGatherv(Buffer recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGatherv").collectiveCalls();
    return calls.start(
        calls.allGatherVInPlace("Comm.iAllGatherv", recvbuf, recvcount, displs, recvtype));
  }

  /**
   * Starts what {@link #allGatherv(Object, int[], int[], Datatype)} does, with arrays (MPI
   * standard, MPI_Iallgatherv). The buffer and the arrays of counts and displacements must not be
   * touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllGatherv(Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllGatherv").collectiveCalls();
    return calls.start(
        calls.allGatherVInPlace("Comm.iAllGatherv", recvbuf, recvcount, displs, recvtype));
  }

  /**
   * Gives every rank a block of this one, and gets one of every rank (MPI standard, MPI_Alltoall).
   *
   * @param sendbuf a block for each rank
   * @param sendcount elements of one block
   * @param recvbuf where the blocks of the ranks go, in their order
   * @param recvcount elements of one block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allToAll(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allToAll").collectiveCalls();
    if (!calls.inArea.allToAll(
        "Comm.allToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype)) {
      calls.run(
          "Comm.allToAll",
          calls.allToAll(
              "Comm.allToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }
  }

  /**
   * Starts what {@link #allToAll(Object, int, Datatype, Object, int, Datatype)} does (MPI standard,
   * MPI_Ialltoall). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAll(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAll").collectiveCalls();
    return calls.start(
        calls.allToAll(
            "Comm.iAllToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #allToAll(Object, int, Datatype, Object, int, Datatype)} does, with arrays
   * (MPI standard, MPI_Ialltoall). The buffers must not be touched until the request is complete.
   * Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAll(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAll").collectiveCalls();
    return calls.start(
        calls.allToAll(
            "Comm.iAllToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Gives every rank a block of this one, and gets one of every rank, where numbers differ (MPI
   * standard, MPI_Alltoallv).
   *
   * @param sendbuf the blocks for the ranks
   * @param sendcount elements for each rank
   * @param sdispls where each rank's block begins, in elements
   * @param recvbuf where the blocks of the ranks go
   * @param recvcount elements of each rank
   * @param rdispls where each rank's block goes, in elements
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allToAllv(
      Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allToAllv").collectiveCalls();
    calls.run(
        "Comm.allToAllv",
        calls.allToAllV(
            "Comm.allToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Starts what {@link #allToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype)}
   * does (MPI standard, MPI_Ialltoallv). The buffers and the arrays of counts and displacements
   * must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAllv(
      Buffer sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAllv").collectiveCalls();
    return calls.start(
        calls.allToAllV(
            "Comm.iAllToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Starts what {@link #allToAllv(Object, int[], int[], Datatype, Object, int[], int[], Datatype)}
   * does, with arrays (MPI standard, MPI_Ialltoallv). The buffers and the arrays of counts and
   * displacements must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAllv(
      Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAllv").collectiveCalls();
    return calls.start(
        calls.allToAllV(
            "Comm.iAllToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Gives every rank a block of this one, and gets one of every rank, where numbers and datatypes
   * differ (MPI standard, MPI_Alltoallw).
   *
   * @param sendbuf the blocks for the ranks
   * @param sendcounts elements for each rank
   * @param sdispls where each rank's block begins, in bytes
   * @param sendtypes the datatype of each rank's block
   * @param recvbuf where the blocks of the ranks go
   * @param recvcounts elements of each rank
   * @param rdispls where each rank's block goes, in bytes
   * @param recvtypes the datatype of each rank's block
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allToAllw(
      Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes)
      throws MPIException {
    CollectiveCalls calls = live("Comm.allToAllw").collectiveCalls();
    calls.run(
        "Comm.allToAllw",
        calls.allToAllW(
            "Comm.allToAllw",
            sendbuf,
            sendcounts,
            sdispls,
            sendtypes,
            recvbuf,
            recvcounts,
            rdispls,
            recvtypes));
  }

  /**
   * As {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[], Datatype[])}:
   * class files that were compiled against Open MPI 4.1 call this form (MPI standard,
   * MPI_Alltoallw).
   *
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void allToAllw(
      Buffer sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      Buffer recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes)
      throws MPIException {
    allToAllw(
        (Object) sendbuf,
        sendcounts,
        sdispls,
        sendtypes,
        (Object) recvbuf,
        recvcounts,
        rdispls,
        recvtypes);
  }

  /**
   * Starts what {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[],
   * Datatype[])} does (MPI standard, MPI_Ialltoallw). The buffers and the arrays of counts,
   * displacements and datatypes must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAllw(
      Buffer sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      Buffer recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAllw").collectiveCalls();
    return calls.start(
        calls.allToAllW(
            "Comm.iAllToAllw",
            sendbuf,
            sendcounts,
            sdispls,
            sendtypes,
            recvbuf,
            recvcounts,
            rdispls,
            recvtypes));
  }

  /**
   * Starts what {@link #allToAllw(Object, int[], int[], Datatype[], Object, int[], int[],
   * Datatype[])} does, with arrays (MPI standard, MPI_Ialltoallw). The buffers and the arrays of
   * counts, displacements and datatypes must not be touched until the request is complete. Open MPI
   * has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iAllToAllw(
      Object sendbuf,
      int[] sendcounts,
      int[] sdispls,
      Datatype[] sendtypes,
      Object recvbuf,
      int[] recvcounts,
      int[] rdispls,
      Datatype[] recvtypes)
      throws MPIException {
    CollectiveCalls calls = live("Comm.iAllToAllw").collectiveCalls();
    return calls.start(
        calls.allToAllW(
            "Comm.iAllToAllw",
            sendbuf,
            sendcounts,
            sdispls,
            sendtypes,
            recvbuf,
            recvcounts,
            rdispls,
            recvtypes));
  }

  /**
   * Gives every neighbor this process's elements, and gets those of every neighbor, in the topology
   * of the communicator (MPI standard, MPI_Neighbor_allgather).
   *
   * @param sendbuf this process's elements
   * @param recvbuf where the blocks go, in the order of the neighbors; that of {@link
   *     MPI#PROC_NULL} is left alone
   * @param recvcount elements of each neighbor
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} if the communicator has no topology, or blocks
   *     cannot be exchanged in it; if an argument is wrong; {@link MPI#ERR_TRUNCATE} if neighbors
   *     give different amounts; {@link MPI#ERR_PROC_ABORTED} if a neighbor failed
   */
  public final void neighborAllGather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.neighborAllGather").neighborCalls("Comm.neighborAllGather");
    calls.run(
        "Comm.neighborAllGather",
        calls.allGather(
            "Comm.neighborAllGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #neighborAllGather(Object, int, Datatype, Object, int, Datatype)} does (MPI
   * standard, MPI_Ineighbor_allgather). The buffers must not be touched until the request is
   * complete.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllGather(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllGather").neighborCalls("Comm.iNeighborAllGather");
    return calls.start(
        calls.allGather(
            "Comm.iNeighborAllGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #neighborAllGather(Object, int, Datatype, Object, int, Datatype)} does, with
   * arrays (MPI standard, MPI_Ineighbor_allgather). The buffers must not be touched until the
   * request is complete. Open MPI has no such method.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllGather(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllGather").neighborCalls("Comm.iNeighborAllGather");
    return calls.start(
        calls.allGather(
            "Comm.iNeighborAllGather", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Gives every neighbor this process's elements, and gets those of every neighbor, in the topology
   * of the communicator, where numbers differ (MPI standard, MPI_Neighbor_allgatherv).
   *
   * @param sendbuf this process's elements
   * @param recvbuf where the blocks go
   * @param recvcount elements of each neighbor, in the order of the neighbors
   * @param displs where each neighbor's block begins, in elements; that of {@link MPI#PROC_NULL} is
   *     left alone
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} if the communicator has no topology, or blocks
   *     cannot be exchanged in it; if an argument is wrong; {@link MPI#ERR_TRUNCATE} if neighbors
   *     give different amounts; {@link MPI#ERR_PROC_ABORTED} if a neighbor failed
   */
  public final void neighborAllGatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.neighborAllGatherv").neighborCalls("Comm.neighborAllGatherv");
    calls.run(
        "Comm.neighborAllGatherv",
        calls.allGatherV(
            "Comm.neighborAllGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype));
  }

  /**
   * Starts what {@link #neighborAllGatherv(Object, int, Datatype, Object, int[], int[], Datatype)}
   * does (MPI standard, MPI_Ineighbor_allgatherv). The buffers and the arrays of counts and
   * displacements must not be touched until the request is complete.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllGatherv(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls =
        live("Comm.iNeighborAllGatherv").neighborCalls("Comm.iNeighborAllGatherv");
    return calls.start(
        calls.allGatherV(
            "Comm.iNeighborAllGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype));
  }

  /**
   * Starts what {@link #neighborAllGatherv(Object, int, Datatype, Object, int[], int[], Datatype)}
   * does, with arrays (MPI standard, MPI_Ineighbor_allgatherv). The buffers and the arrays of
   * counts and displacements must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllGatherv(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] displs,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls =
        live("Comm.iNeighborAllGatherv").neighborCalls("Comm.iNeighborAllGatherv");
    return calls.start(
        calls.allGatherV(
            "Comm.iNeighborAllGatherv",
            sendbuf,
            sendcount,
            sendtype,
            recvbuf,
            recvcount,
            displs,
            recvtype));
  }

  /**
   * Gives every neighbor a block of its own, and gets one of every neighbor, in the topology of the
   * communicator (MPI standard, MPI_Neighbor_alltoall).
   *
   * @param sendbuf the blocks for the neighbors, in their order; that for {@link MPI#PROC_NULL} is
   *     not sent
   * @param sendcount elements for each neighbor
   * @param recvbuf where the blocks of the neighbors go; that of PROC_NULL is left alone
   * @param recvcount elements of each neighbor
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} if the communicator has no topology, or blocks
   *     cannot be exchanged in it; if an argument is wrong; {@link MPI#ERR_TRUNCATE} if neighbors
   *     give different amounts; {@link MPI#ERR_PROC_ABORTED} if a neighbor failed
   */
  public final void neighborAllToAll(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.neighborAllToAll").neighborCalls("Comm.neighborAllToAll");
    calls.run(
        "Comm.neighborAllToAll",
        calls.allToAll(
            "Comm.neighborAllToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #neighborAllToAll(Object, int, Datatype, Object, int, Datatype)} does (MPI
   * standard, MPI_Ineighbor_alltoall). The buffers must not be touched until the request is
   * complete.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllToAll(
      Buffer sendbuf,
      int sendcount,
      Datatype sendtype,
      Buffer recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllToAll").neighborCalls("Comm.iNeighborAllToAll");
    return calls.start(
        calls.allToAll(
            "Comm.iNeighborAllToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Starts what {@link #neighborAllToAll(Object, int, Datatype, Object, int, Datatype)} does, with
   * arrays (MPI standard, MPI_Ineighbor_alltoall). The buffers must not be touched until the
   * request is complete. Open MPI has no such method.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllToAll(
      Object sendbuf,
      int sendcount,
      Datatype sendtype,
      Object recvbuf,
      int recvcount,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllToAll").neighborCalls("Comm.iNeighborAllToAll");
    return calls.start(
        calls.allToAll(
            "Comm.iNeighborAllToAll", sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
  }

  /**
   * Gives every neighbor a block of its own, and gets one of every neighbor, in the topology of the
   * communicator, where numbers differ (MPI standard, MPI_Neighbor_alltoallv).
   *
   * @param sendbuf the blocks for the neighbors
   * @param sendcount elements for each neighbor, in the order of the neighbors
   * @param sdispls where each neighbor's block begins, in elements
   * @param recvbuf where the blocks of the neighbors go
   * @param recvcount elements of each neighbor, in the order of the neighbors
   * @param rdispls where each neighbor's block goes, in elements; that of {@link MPI#PROC_NULL} is
   *     left alone
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} if the communicator has no topology, or blocks
   *     cannot be exchanged in it; if an argument is wrong; {@link MPI#ERR_TRUNCATE} if neighbors
   *     give different amounts; {@link MPI#ERR_PROC_ABORTED} if a neighbor failed
   */
  public final void neighborAllToAllv(
      Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.neighborAllToAllv").neighborCalls("Comm.neighborAllToAllv");
    calls.run(
        "Comm.neighborAllToAllv",
        calls.allToAllV(
            "Comm.neighborAllToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Starts what {@link #neighborAllToAllv(Object, int[], int[], Datatype, Object, int[], int[],
   * Datatype)} does (MPI standard, MPI_Ineighbor_alltoallv). The buffers and the arrays of counts
   * and displacements must not be touched until the request is complete.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllToAllv(
      Buffer sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Buffer recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllToAllv").neighborCalls("Comm.iNeighborAllToAllv");
    return calls.start(
        calls.allToAllV(
            "Comm.iNeighborAllToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Starts what {@link #neighborAllToAllv(Object, int[], int[], Datatype, Object, int[], int[],
   * Datatype)} does, with arrays (MPI standard, MPI_Ineighbor_alltoallv). The buffers and the
   * arrays of counts and displacements must not be touched until the request is complete. Open MPI
   * has no such method.
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} as there; if an argument is wrong
   */
  public final Request iNeighborAllToAllv(
      Object sendbuf,
      int[] sendcount,
      int[] sdispls,
      Datatype sendtype,
      Object recvbuf,
      int[] recvcount,
      int[] rdispls,
      Datatype recvtype)
      throws MPIException {
    NeighborCalls calls = live("Comm.iNeighborAllToAllv").neighborCalls("Comm.iNeighborAllToAllv");
    return calls.start(
        calls.allToAllV(
            "Comm.iNeighborAllToAllv",
            sendbuf,
            sendcount,
            sdispls,
            sendtype,
            recvbuf,
            recvcount,
            rdispls,
            recvtype));
  }

  /**
   * Sends a message in standard mode: it may wait until the receive has begun, or leave at once
   * (MPI standard, MPI_Send). Returns when the buffer may be used again.
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
   * Sends a message in synchronous mode: it does not complete before the receive has begun (MPI
   * standard, MPI_Ssend). Returns when the buffer may be used again.
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
   * Sends a message in ready mode: the matching receive must have been posted already (MPI
   * standard, MPI_Rsend). Returns when the buffer may be used again.
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
   * Sends a message in buffered mode: it never waits for the receiver (MPI standard, MPI_Bsend).
   * The message takes its length plus {@link MPI#BSEND_OVERHEAD} of the buffer of {@link
   * MPI#attachBuffer}; an {@link MPI#ERR_BUFFER} if that has no room. If none is attached, messages
   * up to the eager limit go all the same while the receiver has room. Returns when the buffer may
   * be used again.
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
   * Receives a message, waiting for it (MPI standard, MPI_Recv). A message may be shorter than the
   * buffer.
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
   * Starts what {@link #send} does (MPI standard, MPI_Isend). The buffer must stay as it is until
   * the request is complete.
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
   * Starts what {@link #send} does (MPI standard, MPI_Isend). The array must stay as it is until
   * the request is complete. Open MPI has no such method.
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
   * Starts what {@link #sSend} does (MPI standard, MPI_Issend). The buffer must stay as it is until
   * the request is complete.
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
   * Starts what {@link #sSend} does (MPI standard, MPI_Issend). The array must stay as it is until
   * the request is complete. Open MPI has no such method.
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
   * Starts what {@link #rSend} does (MPI standard, MPI_Irsend). The buffer must stay as it is until
   * the request is complete.
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
   * Starts what {@link #rSend} does (MPI standard, MPI_Irsend). The array must stay as it is until
   * the request is complete. Open MPI has no such method.
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
   * Starts what {@link #bSend} does (MPI standard, MPI_Ibsend). The buffer must stay as it is until
   * the request is complete.
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
   * Starts what {@link #bSend} does (MPI standard, MPI_Ibsend). The array must stay as it is until
   * the request is complete. Open MPI has no such method.
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
   * Starts what {@link #recv} does (MPI standard, MPI_Irecv). The buffer must not be touched until
   * the request is complete.
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
   * Starts what {@link #recv} does (MPI standard, MPI_Irecv). The array must not be touched until
   * the request is complete. Open MPI has no such method.
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
   * Describes what {@link #send} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Send_init). From each start until the operation has completed, the buffer must stay as it
   * is.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.sendInit")
        .transfers()
        .initSend(SendMode.STANDARD, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #send} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Send_init). From each start until the operation has completed, the array must stay as it
   * is. Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest sendInit(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.sendInit")
        .transfers()
        .initSend(SendMode.STANDARD, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #sSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Ssend_init). From each start until the operation has completed, the buffer must stay as it
   * is.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.sSendInit")
        .transfers()
        .initSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #sSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Ssend_init). From each start until the operation has completed, the array must stay as it
   * is. Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest sSendInit(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.sSendInit")
        .transfers()
        .initSend(SendMode.SYNCHRONOUS, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #rSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Rsend_init). From each start until the operation has completed, the buffer must stay as it
   * is.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.rSendInit").transfers().initSend(SendMode.READY, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #rSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Rsend_init). From each start until the operation has completed, the array must stay as it
   * is. Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest rSendInit(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.rSendInit").transfers().initSend(SendMode.READY, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #bSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Bsend_init). From each start until the operation has completed, the buffer must stay as it
   * is.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.bSendInit")
        .transfers()
        .initSend(SendMode.BUFFERED, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #bSend} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Bsend_init). From each start until the operation has completed, the array must stay as it
   * is. Open MPI has no such method.
   *
   * @param dest rank of the receiver, or {@link MPI#PROC_NULL}
   * @param tag at least 0
   * @throws MPIException if an argument is wrong
   */
  public final Prequest bSendInit(Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return live("Comm.bSendInit")
        .transfers()
        .initSend(SendMode.BUFFERED, buf, count, type, dest, tag);
  }

  /**
   * Describes what {@link #recv} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Recv_init). From each start until the operation has completed, the buffer must not be
   * touched.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @throws MPIException if an argument is wrong
   */
  public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return live("Comm.recvInit").transfers().initReceive(buf, count, type, source, tag);
  }

  /**
   * Describes what {@link #recv} does, to be started with {@link Prequest#start} (MPI standard,
   * MPI_Recv_init). From each start until the operation has completed, the array must not be
   * touched. Open MPI has no such method.
   *
   * @param source rank of the sender, {@link MPI#ANY_SOURCE} or {@link MPI#PROC_NULL}
   * @param tag at least 0, or {@link MPI#ANY_TAG}
   * @throws MPIException if an argument is wrong
   */
  public final Prequest recvInit(Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return live("Comm.recvInit").transfers().initReceive(buf, count, type, source, tag);
  }

  /**
   * Sends a message and receives another at the same time, so that ranks may send in a circle (MPI
   * standard, MPI_Sendrecv). The two buffers must not overlap.
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
   * Sends a message and receives another into the same buffer (MPI standard, MPI_Sendrecv_replace).
   * The message sent is copied first.
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
   * Waits until a message can be received, and leaves it where it is (MPI standard, MPI_Probe).
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
   * Looks whether a message can be received, and leaves it where it is (MPI standard, MPI_Iprobe).
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
