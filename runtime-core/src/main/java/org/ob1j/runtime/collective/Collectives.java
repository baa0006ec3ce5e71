package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.host.HostLayout;
import org.ob1j.runtime.collective.movement.LinearGather;
import org.ob1j.runtime.collective.movement.NeighborExchange;
import org.ob1j.runtime.collective.movement.OwnBlockTooLong;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.DoublingScan;
import org.ob1j.runtime.collective.reduce.LocalReduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.CollectiveDriver;
import org.ob1j.runtime.collective.round.CollectiveRequest;
import org.ob1j.runtime.collective.round.Staging;
import org.ob1j.runtime.collective.shared.AreaCollectives;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.collective.shared.SharedCollectives;
import org.ob1j.runtime.job.NodeMap;
import org.ob1j.runtime.parameter.ParameterSet;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.progress.Progressable;
import org.ob1j.runtime.topology.Neighbors;

/**
 * The collective operations of one communicator, on a context that carries nothing else. Each is
 * prepared first, and then either {@link #run} or {@link #start}ed. All ranks call the same ones in
 * the same order (MPI standard, "Collective Communication").
 *
 * <pre>
 *   Collectives.broadcast ──► AlgorithmTable ──► Algorithm
 *                                                   │ begin(0), begin(1), …
 *   run:    waits for each round's messages         ▼
 *   start:  begins the next round when the        Round ──► PmlCommunicator
 *           engine polls and finds one complete
 * </pre>
 *
 * <p>Arguments have been checked: counts are not negative, the root is a rank, buffers hold what
 * the counts say. Buffers belong to the operation until it is complete. Thread rules are those of
 * the engine.
 */
public class Collectives extends CollectiveDriver {
  private final MessagesOnDemand messages;

  /** Null where ranks cannot all share memory. */
  private final SharedCollectives shared;

  /** The ranks of each host have agreed on memory, or need not. */
  private boolean agreedWithinHosts;

  /**
   * Collectives on a context, among ranks of whose hosts nothing is known.
   *
   * @param communicator the context; nothing else may be sent on it with tags below {@link
   *     #FIRST_FREE_TAG}
   * @param workspace this process's
   */
  public Collectives(Pml pml, PmlCommunicator communicator, Workspace workspace) {
    this(pml, communicator, workspace, null, null, null);
  }

  /**
   * The same among ranks of which it is known where they are, or by algorithms that the user names.
   *
   * @param nodes where the job's ranks are; null if nobody knows
   * @param processes the job's rank of each rank of the communicator
   * @param named has {@link CollectiveParameters}; null if none is given
   */
  public Collectives(
      Pml pml,
      PmlCommunicator communicator,
      Workspace workspace,
      NodeMap nodes,
      int[] processes,
      ParameterSet named) {
    super(pml, communicator, workspace);
    boolean isOneNode = nodes == null || nodes.nodes() == 1;
    HostLayout layout = isOneNode ? null : HostLayout.of(nodes, processes);
    Sharing sharing = new Sharing(pml, communicator, processes, named);
    messages = new MessagesOnDemand(members, layout, named, sharing);
    agreedWithinHosts = layout == null;
    shared = sharing.amongAll(members, nodes, messages);
  }

  /**
   * Shares memory from the first operation on, if rank 0 has made some: for MPI_COMM_WORLD, whose
   * ranks all call this before it.
   *
   * @param area null for none
   */
  public final void share(JobArea area) {
    if (shared != null && area != null) {
      shared.use(area, area.own());
    }
  }

  /**
   * Carries out what the user calls, on all ranks: after some such operations they agree on how
   * others go.
   */
  public final void runForUser(Algorithm algorithm) {
    agree();
    run(algorithm);
  }

  private void agree() {
    if (!agreedWithinHosts) {
      // Before the first operation: all are to combine operands in the same order.
      agreedWithinHosts = true;
      run(messages.withinHost().agreement());
    }
    if (shared != null && shared.isTimeToAgree()) {
      shared.agree(this);
    }
  }

  @Override
  public CollectiveRequest start(Algorithm algorithm) {
    Progressable meeting = shared == null ? null : shared.countStart(this);
    if (meeting != null) {
      pollFor(meeting);
    }
    return super.start(algorithm);
  }

  /** Does what a rank waits for; null while not all ranks are known to share memory. */
  public final AreaCollectives inArea() {
    return shared == null ? null : shared.ready();
  }

  @Override
  public String running() {
    AreaCollectives inArea = running == null ? inArea() : null;
    String now = inArea == null ? null : inArea.running();
    return now == null ? super.running() : now;
  }

  /** An operation on blocks without gaps, and a predefined reduction. */
  private Algorithm of(
      CollectiveKind kind, long bytes, Blocks own, Blocks all, Reduction reduction, int root) {
    return shared == null
        ? messages.byMessages(kind, own, all, reduction, root)
        : shared.of(kind, bytes, own, all, reduction, root);
  }

  private CommunicatorTables tables() {
    return messages.get().tables();
  }

  /** The communicator is used no more. */
  public void close() {
    messages.close();
    if (shared != null) {
      shared.close();
    }
  }

  /** Waits for all ranks. */
  public Algorithm barrier() {
    return shared == null || size == 1
        ? messages.get().barrier()
        : of(CollectiveKind.BARRIER, 0, null, null, null, 0);
  }

  /** Waits for all ranks, as {@link #runForUser} does. */
  public void runBarrier() {
    AreaCollectives inArea = inArea();
    if (inArea != null) {
      inArea.barrier();
      return;
    }
    agree();
    Algorithm first = shared == null ? null : shared.barrier();
    if (first != null) {
      run(first);
    } else {
      runBarrier(messages.get().barrier());
    }
  }

  /** The root's data for all. */
  public Algorithm broadcast(Blocks data, int root) {
    long bytes = data.bytes(0);
    if (bytes == 0 || size == 1) {
      return nothing();
    }
    if (!data.isContiguous) {
      return stagedBroadcast(data, root);
    }
    return of(CollectiveKind.BROADCAST, bytes, data, null, null, root);
  }

  private Algorithm stagedBroadcast(Blocks data, int root) {
    Staging staging = new Staging(members);
    boolean isRoot = members.rank() == root;
    return staging.around(
        broadcast(isRoot ? staging.outgoing(data, 1) : staging.incoming(data, 1), root));
  }

  /**
   * All ranks' elements combined at the root.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place; null but at the root
   */
  public Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    if (own.count(0) == 0) {
      return nothing();
    }
    if (Staging.isNeeded(own, result, reduction)) {
      return Staging.reducing(
          members,
          own,
          result,
          reduction,
          (in, out) -> messages.get().reduce(in, out, reduction, root));
    }
    return of(CollectiveKind.REDUCE, own.bytes(0), own, result, reduction, root);
  }

  /**
   * All ranks' elements combined at all ranks.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place
   */
  public Algorithm allReduce(Blocks own, Blocks result, Reduction reduction) {
    if (own.count(0) == 0) {
      return nothing();
    }
    long bytes = own.bytes(0);
    if (Staging.isNeeded(own, result, reduction)) {
      AlgorithmTable.AllReduce choice =
          AlgorithmTable.choose(
              reduction.isUserDefined() ? tables().allReduceByUser : tables().allReduce,
              bytes,
              size,
              reduction.isCommutative());
      return Staging.reducing(
          members,
          own,
          result,
          reduction,
          (in, out) ->
              TableAlgorithms.allReduce(
                  choice, members, messages.get().hosts(), in, out, reduction));
    }
    return of(CollectiveKind.ALL_REDUCE, bytes, own, result, reduction, 0);
  }

  /**
   * All ranks' elements combined, of which each rank gets a block.
   *
   * @param own this rank's elements: its parts of all blocks, one behind the other
   * @param result where this rank's block goes, the same as {@code own} for in place, where it goes
   *     to the beginning
   * @param counts elements of each rank's block
   */
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    if (own.count(0) == 0) {
      return nothing();
    }
    long bytes = own.bytes(0);
    if (Staging.isNeeded(own, result, reduction)) {
      AlgorithmTable.ReduceScatter choice =
          AlgorithmTable.choose(
              reduction.isUserDefined() ? tables().reduceScatterByUser : tables().reduceScatter,
              bytes,
              size,
              reduction.isCommutative());
      return Staging.reducing(
          members,
          own,
          result,
          reduction,
          (in, out) -> TableAlgorithms.reduceScatter(choice, members, in, out, counts, reduction));
    }
    return shared == null
        ? messages.reduceScatter(own, result, counts, reduction)
        : shared.reduceScatter(own, result, counts, reduction);
  }

  /**
   * The elements of this rank and all before it, combined.
   *
   * @param own this rank's elements
   * @param result where the result goes, the same as {@code own} for in place
   * @param exclusive whether this rank's own elements are left out; then rank 0 has no result
   */
  public Algorithm scan(Blocks own, Blocks result, Reduction reduction, boolean exclusive) {
    if (own.count(0) == 0) {
      return nothing();
    }
    if (Staging.isNeeded(own, result, reduction)) {
      return Staging.reducing(
          members,
          own,
          result,
          reduction,
          (in, out) -> new DoublingScan(members, in, out, reduction, exclusive));
    }
    return new DoublingScan(members, own, result, reduction, exclusive);
  }

  /**
   * Combines elements of this process with others of it, without a message.
   *
   * @param first what comes first
   * @param second as many elements, whose place the result takes
   */
  public void combine(Blocks first, Blocks second, Reduction reduction) {
    LocalReduction.combine(members, first, second, reduction);
  }

  /**
   * As many elements of every rank for the root.
   *
   * @param own this rank's block; null at the root if it is in {@code all}
   * @param all a block for each rank; null but at the root
   */
  public Algorithm gather(Blocks own, Blocks all, int root) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, root);
    if (tooLong != null) {
      return tooLong;
    }
    long bytes = all == null ? own.bytes(0) : all.bytes(root);
    if (Staging.isNeeded(own, all)) {
      return Staging.moving(
          members,
          own,
          1,
          all,
          size,
          (from, to) -> of(CollectiveKind.GATHER, bytes, from, to, null, root));
    }
    return of(CollectiveKind.GATHER, bytes, own, all, null, root);
  }

  /** As {@link #gather}, for blocks of different lengths. */
  public Algorithm gatherV(Blocks own, Blocks all, int root) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, root);
    if (tooLong != null) {
      return tooLong;
    }
    if (Staging.isNeeded(own, all)) {
      return Staging.moving(
          members, own, 1, all, size, (from, to) -> new LinearGather(members, from, to, root));
    }
    return new LinearGather(members, own, all, root);
  }

  /**
   * As many of the root's elements for every rank.
   *
   * @param all a block for each rank; null but at the root
   * @param own where this rank's block goes; null at the root if it stays in {@code all}
   */
  public Algorithm scatter(Blocks all, Blocks own, int root) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, all, root, own, 0);
    if (tooLong != null) {
      return tooLong;
    }
    long bytes = all == null ? own.bytes(0) : all.bytes(root);
    if (Staging.isNeeded(all, own)) {
      return Staging.moving(
          members,
          all,
          size,
          own,
          1,
          (from, to) -> of(CollectiveKind.SCATTER, bytes, to, from, null, root));
    }
    return of(CollectiveKind.SCATTER, bytes, own, all, null, root);
  }

  /** As {@link #scatter}, for blocks of different lengths. */
  public Algorithm scatterV(Blocks all, Blocks own, int root) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, all, root, own, 0);
    if (tooLong != null) {
      return tooLong;
    }
    if (Staging.isNeeded(all, own)) {
      return Staging.moving(
          members,
          all,
          size,
          own,
          1,
          (from, to) -> of(CollectiveKind.SCATTER_V, 0, to, from, null, root));
    }
    return of(CollectiveKind.SCATTER_V, 0, own, all, null, root);
  }

  /**
   * As many elements of every rank for all.
   *
   * @param own this rank's block; null if it is in {@code all}
   * @param all a block for each rank
   */
  public Algorithm allGather(Blocks own, Blocks all) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, members.rank());
    if (tooLong != null) {
      return tooLong;
    }
    return all.bytes(0) == 0 ? nothing() : forAll(CollectiveKind.ALL_GATHER, own, 1, all);
  }

  /** What all ranks get blocks in. */
  private Algorithm forAll(CollectiveKind kind, Blocks own, int ownBlocks, Blocks all) {
    return Staging.isNeeded(own, all)
        ? Staging.moving(members, own, ownBlocks, all, size, (from, to) -> forAllOf(kind, from, to))
        : forAllOf(kind, own, all);
  }

  private Algorithm forAllOf(CollectiveKind kind, Blocks own, Blocks all) {
    return of(kind, kind.isVariable() ? 0 : all.bytes(0), own, all, null, 0);
  }

  /** As {@link #allGather}, for blocks of different lengths. */
  public Algorithm allGatherV(Blocks own, Blocks all) {
    Algorithm tooLong = OwnBlockTooLong.orNull(members, own, 0, all, members.rank());
    if (tooLong != null) {
      return tooLong;
    }
    return forAll(CollectiveKind.ALL_GATHER_V, own, 1, all);
  }

  /**
   * As many elements of every rank for every other.
   *
   * @param outgoing the block for each rank
   * @param incoming where each rank's block goes
   */
  public Algorithm allToAll(Blocks outgoing, Blocks incoming) {
    if (outgoing.bytes(0) == 0 && incoming.bytes(0) == 0) {
      return nothing();
    }
    Algorithm tooLong = ownBlockTooLong(outgoing, incoming);
    if (tooLong != null) {
      return tooLong;
    }
    return forAll(CollectiveKind.ALL_TO_ALL, outgoing, size, incoming);
  }

  /** As {@link #allToAll}, for blocks of different lengths. */
  public Algorithm allToAllV(Blocks outgoing, Blocks incoming) {
    Algorithm tooLong = ownBlockTooLong(outgoing, incoming);
    if (tooLong != null) {
      return tooLong;
    }
    return forAll(CollectiveKind.ALL_TO_ALL_V, outgoing, size, incoming);
  }

  private Algorithm ownBlockTooLong(Blocks outgoing, Blocks incoming) {
    int rank = members.rank();
    return OwnBlockTooLong.orNull(members, outgoing, rank, incoming, rank);
  }

  /**
   * The same elements for every destination in a topology, and those of every source.
   *
   * @param own this rank's block
   * @param all a block for each source; that of nobody is left alone
   */
  public Algorithm neighborAllGather(Neighbors neighbors, Blocks own, Blocks all) {
    return neighborExchange(neighbors, own, 1, all);
  }

  /**
   * Elements for every destination in a topology, and those of every source. Blocks may differ in
   * length.
   *
   * @param outgoing a block for each destination
   * @param incoming a block for each source; that of nobody is left alone
   */
  public Algorithm neighborAllToAll(Neighbors neighbors, Blocks outgoing, Blocks incoming) {
    return neighborExchange(neighbors, outgoing, neighbors.destinationCount(), incoming);
  }

  private Algorithm neighborExchange(
      Neighbors neighbors, Blocks outgoing, int outgoingBlocks, Blocks incoming) {
    if (Staging.isNeeded(outgoing, incoming)) {
      return Staging.moving(
          members,
          outgoing,
          outgoingBlocks,
          incoming,
          neighbors.sourceCount(),
          (from, to) -> new NeighborExchange(members, neighbors, from, to));
    }
    return new NeighborExchange(members, neighbors, outgoing, incoming);
  }
}
