package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.MemberAlgorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * One of {@link AreaCollectives}, with data of any kind, or before all ranks are known to have the
 * area. It is for a rank that waits, and has no rounds; what was started goes by messages.
 */
class SharedOperation extends MemberAlgorithm {
  private final SharedCollectives collectives;
  private final CollectiveKind kind;
  private final int bytes;
  private final Blocks own;
  private final Blocks all;
  private final Reduction reduction;
  private final int root;

  /** Null if it goes through the area. */
  private Algorithm messages;

  /**
   * The arguments are those of {@link MessageAlgorithms#byMessages}; bytes are those of a block.
   */
  SharedOperation(
      Members members,
      SharedCollectives collectives,
      CollectiveKind kind,
      int bytes,
      Blocks own,
      Blocks all,
      Reduction reduction,
      int root) {
    super(members);
    this.collectives = collectives;
    this.kind = kind;
    this.bytes = bytes;
    this.own = own;
    this.all = all;
    this.reduction = reduction;
    this.root = root;
  }

  @Override
  public boolean begin(int number, Round round) {
    if (messages == null) {
      AreaCollectives inArea = collectives.inArea();
      if (round.waits() && inArea != null) {
        if (meet(inArea)) {
          collectives.met();
          return false;
        }
        if (inArea.meeting().isGivenUp()) {
          collectives.giveUp();
        } else {
          // Also if one has no memory for its part: who came with a MessageOperation counts it,
          // too.
          inArea.meeting().goByMessages();
        }
      }
      messages = byMessages();
    }
    return messages.begin(number, round);
  }

  /** What does it with messages. */
  Algorithm byMessages() {
    return collectives.byMessages(kind, own, all, reduction, root);
  }

  /** Does it all; false, at all ranks, if messages are to do it. */
  private boolean meet(AreaCollectives inArea) {
    if (!inArea.fits(kind, bytes) || kind == CollectiveKind.ALL_TO_ALL && own.bytes(0) != bytes) {
      return false;
    }
    Object from = own == null ? null : own.storage;
    long fromAt = own == null ? 0 : own.offsetBytes(0);
    Object to = all == null ? null : all.storage;
    long toAt = all == null ? 0 : all.offsetBytes(0);
    if (kind.gathers() && own != null && all != null && own.bytes(0) < bytes) {
      // As by messages: the rest of its place stays as it is.
      workspace.copy(from, fromAt, to, all.offsetBytes(rank), own.bytes(0));
      from = null;
    }
    return meet(inArea, from, fromAt, to, toAt);
  }

  /** The same with data that fits. */
  boolean meet(AreaCollectives inArea, Object from, long fromAt, Object to, long toAt) {
    return switch (kind) {
      case BARRIER -> inArea.barrier();
      case BROADCAST -> inArea.broadcast(root, from, fromAt, bytes);
      case SCATTER -> inArea.scatter(root, to, toAt, from, fromAt, bytes);
      case GATHER, ALL_GATHER -> inArea.gather(kind, root, from, fromAt, to, toAt, bytes);
      case ALL_TO_ALL -> inArea.allToAll(from, fromAt, to, toAt, bytes);
      case REDUCE, ALL_REDUCE ->
          inArea.reduce(kind, root, from, fromAt, to, toAt, own.count(0), bytes, reduction);
      case REDUCE_SCATTER -> throw new IllegalStateException("a class of its own does it");
    };
  }

  @Override
  public String name() {
    return messages == null ? name(kind) : messages.name();
  }

  static String name(CollectiveKind kind) {
    return "shared-memory " + kind;
  }

  @Override
  public void release() {
    if (messages != null) {
      messages.release();
    }
  }
}
