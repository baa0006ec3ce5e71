package org.ob1j.runtime.collective;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.inter.InterAllReduce;
import org.ob1j.runtime.collective.inter.InterBarrier;
import org.ob1j.runtime.collective.inter.InterExchange;
import org.ob1j.runtime.collective.inter.InterExchange.Peers;
import org.ob1j.runtime.collective.inter.InterReduce;
import org.ob1j.runtime.collective.inter.InterReduceScatter;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Staging;
import org.ob1j.runtime.pml.Pml;
import org.ob1j.runtime.pml.PmlCommunicator;

/**
 * The collective operations between two groups (MPI standard, "Intercommunicator Collective
 * Operations"). A rank sends to ranks of the other group only, so nothing is sent within a group:
 * where data has to come back, a rank of the other group returns it.
 *
 * <p>Where an operation has a root, the root gives no data of its own that stays in its group, and
 * the other ranks of its group have no part in it: {@link #nothing}. There is no operation in place
 * and no scan.
 */
public final class InterCollectives extends Collectives {
  private final int localSize;

  /**
   * Collectives on a context.
   *
   * @param communicator the context, whose ranks are those of the other group; nothing else may be
   *     sent on it with tags below {@link #FIRST_FREE_TAG}
   * @param localSize how many ranks this group has
   */
  public InterCollectives(
      Pml pml, PmlCommunicator communicator, Workspace workspace, int localSize) {
    super(pml, communicator, workspace);
    this.localSize = localSize;
  }

  @Override
  public Algorithm barrier() {
    return new InterBarrier(members);
  }

  @Override
  public void runBarrier() {
    run(barrier());
  }

  /**
   * The root's data for all ranks of the other group.
   *
   * @param root the root's rank; negative at the root itself
   */
  @Override
  public Algorithm broadcast(Blocks data, int root) {
    return root < 0
        ? exchange(data, 1, Peers.all(size), null, 0, Peers.NONE)
        : exchange(null, 0, Peers.NONE, data, 1, Peers.one(root));
  }

  /**
   * The elements of all ranks of the other group combined at the root.
   *
   * @param own this rank's elements; null at the root
   * @param result where the result goes; null but at the root
   */
  @Override
  public Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    return Staging.reducing(
        members,
        own,
        result,
        reduction,
        (in, out) -> new InterReduce(members, in, out, reduction, root));
  }

  /** The elements of all ranks of each group combined at all ranks of the other. */
  @Override
  public Algorithm allReduce(Blocks own, Blocks result, Reduction reduction) {
    return Staging.reducing(
        members,
        own,
        result,
        reduction,
        (in, out) -> new InterAllReduce(members, in, out, reduction, localSize));
  }

  /**
   * The elements of all ranks of each group combined, of which each rank of the other gets a block.
   *
   * @param counts elements of each block of this group, as many together as in the other
   */
  @Override
  public Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction) {
    return Staging.reducing(
        members,
        own,
        result,
        reduction,
        (in, out) -> new InterReduceScatter(members, in, out, reduction));
  }

  @Override
  public Algorithm scan(Blocks own, Blocks result, Reduction reduction, boolean exclusive) {
    throw new UnsupportedOperationException("there is no scan between two groups");
  }

  /**
   * A block of each rank of the other group for the root.
   *
   * @param own this rank's block; null at the root
   * @param all a block for each rank of the other group; null but at the root
   * @param root the root's rank in the other group; not used at the root
   */
  @Override
  public Algorithm gather(Blocks own, Blocks all, int root) {
    return all == null
        ? exchange(own, 1, Peers.one(root), null, 0, Peers.NONE)
        : exchange(null, 0, Peers.NONE, all, size, Peers.all(size));
  }

  @Override
  public Algorithm gatherV(Blocks own, Blocks all, int root) {
    return gather(own, all, root);
  }

  /**
   * A block of the root's for each rank of the other group.
   *
   * @param all a block for each rank of the other group; null but at the root
   * @param own where this rank's block goes; null at the root
   * @param root the root's rank in the other group; not used at the root
   */
  @Override
  public Algorithm scatter(Blocks all, Blocks own, int root) {
    return all == null
        ? exchange(null, 0, Peers.NONE, own, 1, Peers.one(root))
        : exchange(all, size, Peers.all(size), null, 0, Peers.NONE);
  }

  @Override
  public Algorithm scatterV(Blocks all, Blocks own, int root) {
    return scatter(all, own, root);
  }

  /** Every rank's block for all ranks of the other group. */
  @Override
  public Algorithm allGather(Blocks own, Blocks all) {
    return exchange(own, 1, Peers.all(size), all, size, Peers.all(size));
  }

  @Override
  public Algorithm allGatherV(Blocks own, Blocks all) {
    return allGather(own, all);
  }

  /** A block of every rank for every rank of the other group. */
  @Override
  public Algorithm allToAll(Blocks outgoing, Blocks incoming) {
    return exchange(outgoing, size, Peers.all(size), incoming, size, Peers.all(size));
  }

  @Override
  public Algorithm allToAllV(Blocks outgoing, Blocks incoming) {
    return allToAll(outgoing, incoming);
  }

  private Algorithm exchange(
      Blocks outgoing,
      int outgoingBlocks,
      Peers destinations,
      Blocks incoming,
      int incomingBlocks,
      Peers sources) {
    return Staging.moving(
        members,
        outgoing,
        outgoingBlocks,
        incoming,
        incomingBlocks,
        (from, to) -> new InterExchange(members, from, destinations, to, sources));
  }
}
