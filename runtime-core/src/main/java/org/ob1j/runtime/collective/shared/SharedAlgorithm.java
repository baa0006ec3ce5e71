package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Round;

/**
 * A collective through a {@link SharedArea} for a rank that waits: it has no rounds. What was
 * started goes by messages.
 */
abstract class SharedAlgorithm extends Algorithm {
  protected final SharedCollectives collectives;
  protected final CollectiveKind kind;
  protected final Blocks own;
  protected final Blocks all;
  private final Reduction reduction;
  private final int root;

  /** Null if it goes through the area. */
  private Algorithm messages;

  /** The arguments are those of {@link MessageAlgorithms#byMessages}. */
  protected SharedAlgorithm(
      Members members,
      SharedCollectives collectives,
      CollectiveKind kind,
      Blocks own,
      Blocks all,
      Reduction reduction,
      int root) {
    super(members);
    this.collectives = collectives;
    this.kind = kind;
    this.own = own;
    this.all = all;
    this.reduction = reduction;
    this.root = root;
  }

  @Override
  public final boolean begin(int number, Round round) {
    if (messages == null) {
      LittleCollectives little = collectives.little();
      if (round.waits() && little != null) {
        if (meet(little)) {
          collectives.met();
          return false;
        }
        if (little.meeting().isGivenUp()) {
          collectives.giveUp();
        }
      }
      messages = collectives.byMessages(kind, own, all, reduction, root);
    }
    return messages.begin(number, round);
  }

  /** Does it all; false, at all ranks, if messages are to do it. */
  protected abstract boolean meet(LittleCollectives little);

  @Override
  public final String name() {
    return messages == null ? name(kind) : messages.name();
  }

  static String name(CollectiveKind kind) {
    return "shared-memory " + kind;
  }

  @Override
  public final void release() {
    if (messages != null) {
      messages.release();
    }
  }

  /** Copies bytes from where a rank's block begins into the area. */
  protected final void put(Blocks blocks, int owner, SharedArea area, int place, long lengthBytes) {
    workspace.copy(
        blocks.storage,
        blocks.offsetBytes(owner),
        area.viewFor(blocks.storage),
        place,
        lengthBytes);
  }

  /** Copies bytes out of the area, to where a rank's block begins. */
  protected final void take(
      Blocks blocks, int owner, SharedArea area, int place, long lengthBytes) {
    workspace.copy(
        area.viewFor(blocks.storage),
        place,
        blocks.storage,
        blocks.offsetBytes(owner),
        lengthBytes);
  }
}
