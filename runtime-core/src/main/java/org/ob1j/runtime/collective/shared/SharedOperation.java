package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Members;

/** One of {@link LittleCollectives} with data of any kind, or before all have their area. */
final class SharedOperation extends SharedAlgorithm {
  private final Reduction reduction;
  private final int root;
  private final int bytes;

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
    super(members, collectives, kind, own, all, reduction, root);
    this.reduction = reduction;
    this.root = root;
    this.bytes = bytes;
  }

  @Override
  protected boolean meet(LittleCollectives little) {
    if (!little.fits(kind, bytes)) {
      little.meeting().goByMessages();
      return false;
    }
    Object ownStorage = own == null ? null : own.storage;
    long ownAt = own == null ? 0 : own.offsetBytes(0);
    Object allStorage = all == null ? null : all.storage;
    long allAt = all == null ? 0 : all.offsetBytes(0);
    return switch (kind) {
      case BARRIER -> little.barrier();
      case BROADCAST -> little.broadcast(root, ownStorage, ownAt, bytes);
      case SCATTER -> little.scatter(root, allStorage, allAt, ownStorage, ownAt, bytes);
      case REDUCE, ALL_REDUCE ->
          little.reduce(
              kind, root, ownStorage, ownAt, allStorage, allAt, own.count(0), bytes, reduction);
      default -> little.gather(kind, root, ownStorage, ownAt, allStorage, allAt, bytes);
    };
  }
}
