package mpi;

import org.ob1j.runtime.topology.DistributedGraph;
import org.ob1j.runtime.topology.Graph;

/**
 * A communicator whose processes are the nodes of a graph (MPI standard, "Virtual Topologies for
 * MPI Processes"). Made by {@link Intracomm#createGraph}, and then every process knows the whole
 * graph, or by {@link Intracomm#createDistGraph} and {@link Intracomm#createDistGraphAdjacent}, and
 * then each knows its own edges. Edges may occur several times, and lead to where they come from.
 *
 * <p>Neighbour collectives send along the edges that begin at a process and receive along those
 * that end there, in the order in which this class names them; several messages between the same
 * two processes keep their order. In a graph of {@link Intracomm#createGraph} a process sends to
 * its neighbors and receives from them, so each must be a neighbor of them as often as they are of
 * it; else neighbor collectives fail with {@link MPI#ERR_TOPOLOGY}.
 */
public final class GraphComm extends Intracomm {
  private GraphComm(MpiProcess process) {
    super(process);
  }

  /** A handle; null for a process that is not in the graph. */
  static GraphComm of(MpiProcess process, Communicator made) {
    GraphComm comm = new GraphComm(process);
    comm.bind(made);
    return comm;
  }

  /** As {@link Intracomm#dup}; the duplicate has the same graph (MPI standard, MPI_Comm_dup). */
  @Override
  public GraphComm dup() throws MPIException {
    return of(process(), CommunicatorCreation.dup("GraphComm.dup", live("GraphComm.dup")));
  }

  /**
   * As {@link #dup}, with other hints (MPI standard, MPI_Comm_dup_with_info).
   *
   * @throws MPIException {@link MPI#ERR_INFO} if they are null
   */
  @Override
  public GraphComm dupWithInfo(Info info) throws MPIException {
    Info hints = requireHints("GraphComm.dupWithInfo", info);
    GraphComm made = dup();
    made.setInfo(hints);
    return made;
  }

  /**
   * As {@link Intracomm#iDup}; the duplicate has the same graph (MPI standard, MPI_Comm_idup).
   *
   * @return the new communicator, which can be used once its request is complete
   */
  @Override
  public GraphComm iDup() throws MPIException {
    return duplicating("GraphComm.iDup", new GraphComm(process()));
  }

  /** The same as {@link #dup} (MPI standard, MPI_Comm_dup). */
  @Override
  public GraphComm clone() {
    return dup();
  }

  /**
   * The whole graph (MPI standard, MPI_Graph_get).
   *
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} for a distributed graph
   */
  public GraphParms getDims() throws MPIException {
    Graph graph = graph("GraphComm.getDims");
    return new GraphParms(graph.index(), graph.edges());
  }

  /**
   * The neighbors of a process, in the order of its edges (MPI standard, MPI_Graph_neighbors).
   *
   * @param rank a rank of this communicator
   * @throws MPIException {@link MPI#ERR_RANK} if there is no such rank; {@link MPI#ERR_TOPOLOGY}
   *     for a distributed graph
   */
  public int[] getNeighbors(int rank) throws MPIException {
    String operation = "GraphComm.getNeighbors";
    Communicator current = live(operation);
    require(operation, TopologyArguments.ofRank(rank, current.group().members().length));
    return graph(operation).neighborsOf(rank);
  }

  /**
   * The edges that begin or end at this process (MPI standard, MPI_Dist_graph_neighbors).
   *
   * @return those of {@link Intracomm#createDistGraphAdjacent} in the order given there; those of
   *     {@link Intracomm#createDistGraph} ordered by the rank that gave them, then as it did
   * @throws MPIException {@link MPI#ERR_TOPOLOGY} if the graph is not a distributed one
   */
  public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
    String operation = "GraphComm.getDistGraphNeighbors";
    if (live(operation).topology() instanceof DistributedGraph graph) {
      return new DistGraphNeighbors(
          graph.sources(),
          graph.sourceWeights(),
          graph.destinations(),
          graph.destinationWeights(),
          graph.isWeighted());
    }
    throw live(operation)
        .raise(operation, ErrorClass.TOPOLOGY, "the topology is a graph, not a distributed one");
  }

  /**
   * The rank that this process would best have in a graph: here the one that it has (MPI standard,
   * MPI_Graph_map).
   *
   * @param index as for {@link Intracomm#createGraph}, at least one node
   * @param edges as for {@link Intracomm#createGraph}
   * @return {@link MPI#UNDEFINED} if this process would not be in the graph
   * @throws MPIException {@link MPI#ERR_ARG} if the arrays describe no graph, or one of more nodes
   *     than the communicator has processes
   */
  public int map(int[] index, int[] edges) throws MPIException {
    String operation = "GraphComm.map";
    Communicator current = live(operation);
    int size = current.group().members().length;
    require(operation, TopologyArguments.ofGraph(index, edges, size));
    if (index.length == 0) {
      throw current.raise(operation, ErrorClass.ARG, "the graph has no nodes");
    }
    int rank = current.pointToPoint().rank();
    return rank < index.length ? rank : SpecialValues.UNDEFINED;
  }

  private Graph graph(String operation) {
    if (live(operation).topology() instanceof Graph graph) {
      return graph;
    }
    throw live(operation)
        .raise(
            operation,
            ErrorClass.TOPOLOGY,
            "the topology is a distributed graph, of which a process knows its own edges only");
  }

  private void require(String operation, Violation violation) {
    if (violation != null) {
      throw live(operation).raise(operation, violation);
    }
  }
}
