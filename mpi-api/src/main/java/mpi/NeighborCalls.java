package mpi;

import org.ob1j.runtime.collective.Collectives;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.topology.Neighbors;
import org.ob1j.runtime.topology.Topology;

/**
 * Collective operations with the neighbors in a communicator's topology: checks arguments and
 * prepares the operation, which {@link CollectiveCalls} then runs or starts.
 */
final class NeighborCalls {
  private static final String NEIGHBOR = "neighbor";

  private final Communicator communicator;
  private final CollectiveCalls calls;
  private final Collectives collectives;
  private final Topology topology;
  private final Neighbors neighbors;

  /** What keeps processes from exchanging blocks; looked for in the first operation. */
  private String objection;

  private boolean checked;

  NeighborCalls(Communicator communicator, Topology topology) {
    this.communicator = communicator;
    this.topology = topology;
    calls = communicator.collectiveCalls();
    collectives = communicator.collectives();
    neighbors = topology.neighbors(communicator.pointToPoint().rank());
  }

  Topology topology() {
    return topology;
  }

  Algorithm allGather(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int count,
      Datatype type) {
    requireExchange(operation);
    calls.check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    calls.check(operation, CollectiveArguments.ofResult(all, count, type));
    return collectives.neighborAllGather(
        neighbors,
        calls.same(operation, own, ownCount, ownType),
        calls.uniform(operation, all, count, type, neighbors.sourceCount()));
  }

  Algorithm allGatherV(
      String operation,
      Object own,
      int ownCount,
      Datatype ownType,
      Object all,
      int[] counts,
      int[] displacements,
      Datatype type) {
    requireExchange(operation);
    calls.check(operation, CollectiveArguments.ofData(own, ownCount, ownType));
    int sources = neighbors.sourceCount();
    return collectives.neighborAllGather(
        neighbors,
        calls.same(operation, own, ownCount, ownType),
        calls.blocks(operation, all, counts, displacements, type, true, sources, NEIGHBOR));
  }

  Algorithm allToAll(
      String operation,
      Object outgoing,
      int sendCount,
      Datatype sendType,
      Object incoming,
      int receiveCount,
      Datatype receiveType) {
    requireExchange(operation);
    calls.check(operation, CollectiveArguments.ofData(outgoing, sendCount, sendType));
    calls.check(operation, CollectiveArguments.ofResult(incoming, receiveCount, receiveType));
    return collectives.neighborAllToAll(
        neighbors,
        calls.uniform(operation, outgoing, sendCount, sendType, neighbors.destinationCount()),
        calls.uniform(operation, incoming, receiveCount, receiveType, neighbors.sourceCount()));
  }

  Algorithm allToAllV(
      String operation,
      Object outgoing,
      int[] sendCounts,
      int[] sendDisplacements,
      Datatype sendType,
      Object incoming,
      int[] receiveCounts,
      int[] receiveDisplacements,
      Datatype receiveType) {
    requireExchange(operation);
    return collectives.neighborAllToAll(
        neighbors,
        calls.blocks(
            operation,
            outgoing,
            sendCounts,
            sendDisplacements,
            sendType,
            false,
            neighbors.destinationCount(),
            NEIGHBOR),
        calls.blocks(
            operation,
            incoming,
            receiveCounts,
            receiveDisplacements,
            receiveType,
            true,
            neighbors.sourceCount(),
            NEIGHBOR));
  }

  /** Waits for an operation. */
  void run(String operation, Algorithm algorithm) {
    calls.run(operation, algorithm);
  }

  /** Starts an operation. */
  Request start(Algorithm algorithm) {
    return calls.start(algorithm);
  }

  private void requireExchange(String operation) {
    if (!checked) {
      objection = topology.objection();
      checked = true;
    }
    if (objection != null) {
      throw communicator.raise(operation, ErrorClass.TOPOLOGY, objection);
    }
  }
}
