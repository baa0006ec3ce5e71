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
    Info hints = requireHints("Intracomm.dupWithInfo", info);
    Intracomm made = dup();
    made.setInfo(hints);
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
   * Makes a communicator whose processes are arranged in a grid (MPI standard, MPI_Cart_create).
   * All processes of this communicator call it, with the same arguments. The first ranks are in the
   * grid, in their order.
   *
   * @param dims processes in each dimension, at least 1; without any dimension, rank 0 is the grid
   * @param periods for each dimension whether its last process is a neighbor of the first
   * @param reorder whether processes may get other ranks than they have here; they keep them
   * @return the communicator; for a process that is not in the grid one that {@link #isNull}
   * @throws MPIException {@link MPI#ERR_ARG} if the grid has more processes than this communicator,
   *     or an array is null or too short; {@link MPI#ERR_DIMS} if a length is not positive
   */
  public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
      throws MPIException {
    return CartComm.of(
        process(), TopologyCreation.grid(live("Intracomm.createCart"), dims, periods));
  }

  /**
   * Makes a communicator whose processes are the nodes of a graph (MPI standard, MPI_Graph_create).
   * All processes of this communicator call it, with the same arguments. The first ranks are in the
   * graph, in their order.
   *
   * @param index for each node the number of edges of it and all nodes before it
   * @param edges the nodes that edges lead to: those of node 0, of node 1, …
   * @param reorder whether processes may get other ranks than they have here; they keep them
   * @return the communicator; for a process that is not in the graph one that {@link #isNull}
   * @throws MPIException {@link MPI#ERR_ARG} if the graph has more nodes than this communicator has
   *     processes, the index falls, an edge leads to no node, or an array is null or too short
   */
  public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
      throws MPIException {
    return GraphComm.of(
        process(), TopologyCreation.graph(live("Intracomm.createGraph"), index, edges));
  }

  /**
   * Makes a communicator whose processes are the nodes of a graph of weighted edges, each of which
   * any process may give (MPI standard, MPI_Dist_graph_create). All processes of this communicator
   * call it, each with edges of its own.
   *
   * @param sources ranks at which edges begin
   * @param degrees for each of the sources how many edges
   * @param destinations the ranks at which they end: those of the first source, of the second, …;
   *     {@link MPI#PROC_NULL} for an end that nobody is
   * @param weights for each of the destinations that edge's weight, at least 0
   * @param info hints, none of which changes anything here; {@link MPI#INFO_NULL} for none
   * @param reorder whether processes may get other ranks than they have here; they keep them
   * @throws MPIException {@link MPI#ERR_ARG} if a rank is out of range, a degree or weight is
   *     negative, an array is null or too short, or another process gives no weights; {@link
   *     MPI#ERR_INFO} if the hints are null
   */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, int[] weights, Info info, boolean reorder)
      throws MPIException {
    Communicator parent = live("Intracomm.createDistGraph");
    return GraphComm.of(
        process(),
        TopologyCreation.distributedGraph(
            parent, sources, degrees, destinations, weights, true, info));
  }

  /**
   * As {@link #createDistGraph(int[], int[], int[], int[], Info, boolean)}, without weights (MPI
   * standard, MPI_Dist_graph_create with MPI_UNWEIGHTED).
   *
   * @throws MPIException as there
   */
  public final GraphComm createDistGraph(
      int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
      throws MPIException {
    Communicator parent = live("Intracomm.createDistGraph");
    return GraphComm.of(
        process(),
        TopologyCreation.distributedGraph(
            parent, sources, degrees, destinations, null, false, info));
  }

  /**
   * Makes a communicator whose processes are the nodes of a graph of weighted edges, of which each
   * gives those that begin and those that end at it (MPI standard, MPI_Dist_graph_create_adjacent).
   * All processes of this communicator call it. Both ends of an edge give it, as often and, if
   * there are several between the same two processes, in the same order; whether they do is not
   * checked, and neighbor collectives would wait for ever.
   *
   * @param sources the ranks at which edges begin that end here; {@link MPI#PROC_NULL} for nobody
   * @param sourceWeights their weights, at least 0
   * @param destinations the ranks at which edges end that begin here
   * @param destWeights their weights, at least 0
   * @param info hints, none of which changes anything here; {@link MPI#INFO_NULL} for none
   * @param reorder whether processes may get other ranks than they have here; they keep them
   * @throws MPIException {@link MPI#ERR_ARG} if a rank is out of range, a weight is negative, or an
   *     array is null or too short; {@link MPI#ERR_INFO} if the hints are null
   */
  public final GraphComm createDistGraphAdjacent(
      int[] sources,
      int[] sourceWeights,
      int[] destinations,
      int[] destWeights,
      Info info,
      boolean reorder)
      throws MPIException {
    Communicator parent = live("Intracomm.createDistGraphAdjacent");
    return GraphComm.of(
        process(),
        TopologyCreation.adjacentGraph(
            parent, sources, sourceWeights, destinations, destWeights, true, info));
  }

  /**
   * As {@link #createDistGraphAdjacent(int[], int[], int[], int[], Info, boolean)}, without weights
   * (MPI standard, MPI_Dist_graph_create_adjacent with MPI_UNWEIGHTED).
   *
   * @throws MPIException as there
   */
  public final GraphComm createDistGraphAdjacent(
      int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
    Communicator parent = live("Intracomm.createDistGraphAdjacent");
    return GraphComm.of(
        process(),
        TopologyCreation.adjacentGraph(parent, sources, null, destinations, null, false, info));
  }

  /**
   * Combines the elements of this rank and all ranks before it (MPI standard, MPI_Scan).
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
   * Starts what {@link #scan(Object, Object, int, Datatype, Op)} does (MPI standard, MPI_Iscan).
   * The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", sendbuf, recvbuf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, Object, int, Datatype, Op)} does, with arrays (MPI standard,
   * MPI_Iscan). The buffers must not be touched until the request is complete. Open MPI has no such
   * method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", sendbuf, recvbuf, count, type, op, false));
  }

  /**
   * Combines the elements of this rank and all ranks before it, in place (MPI standard, MPI_Scan).
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
   * Starts what {@link #scan(Object, int, Datatype, Op)} does (MPI standard, MPI_Iscan). The buffer
   * must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", buf, buf, count, type, op, false));
  }

  /**
   * Starts what {@link #scan(Object, int, Datatype, Op)} does, with arrays (MPI standard,
   * MPI_Iscan). The buffer must not be touched until the request is complete. Open MPI has no such
   * method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iScan(Object buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iScan", buf, buf, count, type, op, false));
  }

  /**
   * Combines the elements of all ranks before this one (MPI standard, MPI_Exscan). On rank 0 the
   * result buffer is left alone.
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
   * Starts what {@link #exScan(Object, Object, int, Datatype, Op)} does (MPI standard,
   * MPI_Iexscan). The buffers must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", sendbuf, recvbuf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, Object, int, Datatype, Op)} does, with arrays (MPI standard,
   * MPI_Iexscan). The buffers must not be touched until the request is complete. Open MPI has no
   * such method.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
      throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", sendbuf, recvbuf, count, type, op, true));
  }

  /**
   * Combines the elements of all ranks before this one, in place (MPI standard, MPI_Exscan). On
   * rank 0 the buffer is left alone.
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
   * Starts what {@link #exScan(Object, int, Datatype, Op)} does (MPI standard, MPI_Iexscan). The
   * buffer must not be touched until the request is complete.
   *
   * @throws MPIException if an argument is wrong
   */
  public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
    CollectiveCalls calls = live("Intracomm.iExScan").collectiveCalls();
    return calls.start(calls.scan("Intracomm.iExScan", buf, buf, count, type, op, true));
  }

  /**
   * Starts what {@link #exScan(Object, int, Datatype, Op)} does, with arrays (MPI standard,
   * MPI_Iexscan). The buffer must not be touched until the request is complete. Open MPI has no
   * such method.
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
