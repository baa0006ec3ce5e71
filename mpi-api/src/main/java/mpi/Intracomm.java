package mpi;

import java.nio.Buffer;

/** A communicator within one group of processes. */
public class Intracomm extends Comm {
  /** A null communicator, until it is bound. */
  Intracomm(MpiProcess process) {
    super(process);
  }

  @Override
  public Intracomm dup() throws MPIException {
    return made(CommunicatorCreation.dup("Intracomm.dup", live("Intracomm.dup")));
  }

  @Override
  public Intracomm dupWithInfo(Info info) throws MPIException {
    requireInfo("Intracomm.dupWithInfo", info);
    Intracomm made = dup();
    made.setInfo(info);
    return made;
  }

  @Override
  public Intracomm clone() {
    return dup();
  }

  @Override
  public Intracomm iDup() throws MPIException {
    return duplicating("Intracomm.iDup", new Intracomm(process()));
  }

  /**
   * Makes a communicator for each color out of the ranks that give it (MPI standard,
   * MPI_Comm_split). All processes of the communicator call it.
   *
   * @param colour at least 0, or {@link MPI#UNDEFINED} to be in none of them
   * @param key where this process stands among those of its color; those with the same key keep
   *     their order
   * @return this process's communicator; for UNDEFINED one that {@link #isNull}
   */
  public final Intracomm split(int colour, int key) throws MPIException {
    return made(CommunicatorCreation.split(live("Intracomm.split"), colour, key));
  }

  /**
   * Makes a communicator of the processes of a group, in its order (MPI standard, MPI_Comm_create).
   * All processes of this communicator call it, with the same group.
   *
   * @param group processes of this communicator
   * @return the communicator; for a process that is not in the group one that {@link #isNull}
   * @throws MPIException {@link MPI#ERR_GROUP} if the group is null or has a process that is not in
   *     this communicator
   */
  public final Intracomm create(Group group) throws MPIException {
    return made(CommunicatorCreation.create(live("Intracomm.create"), group));
  }

  /**
   * Makes a communicator of the processes of a group, in its order (MPI standard,
   * MPI_Comm_create_group). Only the processes of the group call it, with the same group and tag;
   * those of other groups may do so at the same time, and so may other threads.
   *
   * @param group processes of this communicator
   * @param tag at least 0; different for what several threads of a process make out of this
   *     communicator at once, in the lowest 30 bits
   * @return the communicator; for a process that is not in the group one that {@link #isNull}
   * @throws MPIException {@link MPI#ERR_TAG} if the tag is negative; {@link MPI#ERR_GROUP} if the
   *     group is null or has a process that is not in this communicator; {@link
   *     MPI#ERR_PROC_ABORTED} if a process of the group failed
   */
  public final Intracomm createGroup(Group group, int tag) throws MPIException {
    return made(CommunicatorCreation.createGroup(live("Intracomm.createGroup"), group, tag));
  }

  /**
   * Makes a communicator out of the processes of each host, which can share memory (MPI standard,
   * MPI_Comm_split_type). All processes of the communicator call it.
   *
   * @param splitType {@link Comm#TYPE_SHARED}, or {@link MPI#UNDEFINED} to be in none of them
   * @param key where this process stands among those of its host; those with the same key keep
   *     their order
   * @param info hints, none of which changes anything here; {@link MPI#INFO_NULL} for none
   * @return this process's communicator; for UNDEFINED one that {@link #isNull}
   * @throws MPIException {@link MPI#ERR_ARG} for another type; {@link MPI#ERR_INFO} if the hints
   *     are null
   */
  public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
    Communicator parent = live("Intracomm.splitType");
    if (info == null) {
      throw parent.raise("Intracomm.splitType", ErrorClass.INFO, "the info object is null");
    }
    return made(CommunicatorCreation.splitType(parent, splitType, key));
  }

  /**
   * Combines the elements of this rank and all ranks before it.
   *
   * @param sendbuf this rank's elements
   * @param recvbuf the result
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.scan").collectiveCalls();
    calls.run(
        "Intracomm.scan", calls.scan("Intracomm.scan", sendbuf, recvbuf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, Object, int, Datatype, Op)} does. The buffers must not be
   * touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", sendbuf, recvbuf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, Object, int, Datatype, Op)} does, with arrays. The buffers
   * must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", sendbuf, recvbuf, count, type, op, false));
  }

  /**
   * Combines the elements of this rank and all ranks before it, in place.
   *
   * @param buf this rank's elements, whose place the result takes
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void scan(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.scan").collectiveCalls();
    calls.run("Intracomm.scan", calls.scan("Intracomm.scan", buf, buf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, int, Datatype, Op)} does. The buffer must not be touched until
   * the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", buf, buf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, int, Datatype, Op)} does, with arrays. The buffer must not be
   * touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", buf, buf, count, type, op, false));
  }

  /**
   * Combines the elements of all ranks before this one. On rank 0 the result buffer is left alone.
   *
   * @param sendbuf this rank's elements
   * @param recvbuf the result
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.exScan").collectiveCalls();
    calls.run(
        "Intracomm.exScan",
        calls.scan("Intracomm.exScan", sendbuf, recvbuf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, Object, int, Datatype, Op)} does. The buffers must not be
   * touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", sendbuf, recvbuf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, Object, int, Datatype, Op)} does, with arrays. The buffers
   * must not be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", sendbuf, recvbuf, count, type, op, true));
  }

  /**
   * Combines the elements of all ranks before this one, in place. On rank 0 the buffer is left
   * alone.
   *
   * @param buf this rank's elements, whose place the result takes
   * @param count elements of each rank
   * @throws MPIException if an argument is wrong; {@link MPI#ERR_TRUNCATE} if ranks give different
   *     amounts; {@link MPI#ERR_PROC_ABORTED} if a rank failed
   */
  public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.exScan").collectiveCalls();
    calls.run("Intracomm.exScan", calls.scan("Intracomm.exScan", buf, buf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, int, Datatype, Op)} does. The buffer must not be touched
   * until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", buf, buf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, int, Datatype, Op)} does, with arrays. The buffer must not
   * be touched until the request is complete. Open MPI has no such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", buf, buf, count, type, op, true));
  }

  private Intracomm made(Communicator communicator) {
    Intracomm comm = new Intracomm(process());
    comm.bind(communicator);
    return comm;
  }
}
