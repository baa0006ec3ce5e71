package org.ob1j.pml.peer;

import java.util.List;
import org.ob1j.bml.Bml;
import org.ob1j.bml.BmlException;
import org.ob1j.bml.Rails;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.UpperLayers;
import org.ob1j.runtime.job.RankTable;
import org.ob1j.runtime.pml.PmlException;

/** The processes of the job that something was sent to or came from. */
public final class Peers {
  private final RankTable<Peer> peers = new RankTable<>();
  private final Bml bml;
  private final int ownRank;
  private final long creditBytes;
  private final FailureListener failures;
  private final DrainQueue draining;
  private boolean anyHasFailed;

  /**
   * None yet.
   *
   * @param ownRank of this process in the job
   * @param creditBytes how many bytes of eager messages one peer may have on their way to another
   * @param failures hears of peers to which a frame could not be sent
   */
  public Peers(Bml bml, int ownRank, long creditBytes, FailureListener failures) {
    this.bml = bml;
    this.ownRank = ownRank;
    this.creditBytes = creditBytes;
    this.failures = failures;
    draining = new DrainQueue(bml.engine());
  }

  /**
   * A process of the job.
   *
   * @throws PmlException if no transport reaches it
   */
  public Peer of(int rank) {
    Peer peer = peers.get(rank);
    if (peer == null) {
      SendPlan plan = rank == ownRank ? SendPlan.OF_SELF : new SendPlan(railsTo(rank));
      peer = new Peer(this, rank, plan, creditBytes);
      peers.put(rank, peer);
      if (!peer.isSelf()) {
        peer.rails().attach(UpperLayers.PML, peer);
      }
    }
    return peer;
  }

  private Rails railsTo(int rank) {
    try {
      return bml.railsTo(rank);
    } catch (BmlException unreachable) {
      throw new PmlException(PmlException.Reason.UNREACHABLE, unreachable.getMessage());
    }
  }

  /** The peer from which something comes. */
  public Peer of(BtlEndpoint from) {
    Object known = from.attachment(UpperLayers.PML);
    return known == null ? met(from) : (Peer) known;
  }

  /** The peer from which something comes by an endpoint for the first time. */
  private Peer met(BtlEndpoint from) {
    Peer peer = of(from.peer());
    if (!peer.isSelf()) {
      peer.rails().addIncoming(from);
      from.attach(UpperLayers.PML, peer);
    }
    return peer;
  }

  /** A process that something was sent to or came from; null for another. */
  public Peer known(int rank) {
    return peers.get(rank);
  }

  /** Whether {@link #hasFailed} is true of any process. */
  public boolean anyHasFailed() {
    return anyHasFailed;
  }

  /** A peer has failed. */
  void noteFailure() {
    anyHasFailed = true;
  }

  /** True if a process of the job is known to have failed. */
  public boolean hasFailed(int rank) {
    Peer peer = peers.get(rank);
    return peer != null && peer.hasFailed();
  }

  /** In the order of their ranks. */
  public List<Peer> all() {
    return peers.values();
  }

  /** What waits because a transport was busy. */
  public DrainQueue draining() {
    return draining;
  }

  FailureListener failures() {
    return failures;
  }
}
