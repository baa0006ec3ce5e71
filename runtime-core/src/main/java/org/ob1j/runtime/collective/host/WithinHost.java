package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.movement.LinearGather;
import org.ob1j.runtime.collective.movement.LinearScatter;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.BinomialReduce;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Idle;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Subgroup;
import org.ob1j.runtime.collective.shared.AreaCollectives;
import org.ob1j.runtime.collective.shared.CollectiveKind;
import org.ob1j.runtime.collective.shared.SharedCollectives;

/**
 * The parts of collectives that the ranks of one host do among each other: through memory that they
 * share, if they wait for the operation, else by messages.
 */
public final class WithinHost {
  private final Subgroup group;
  private final FlatAlgorithms flat;

  /** Null if they do not even try to share memory. */
  private final SharedCollectives shared;

  /** What one of the ranks does. */
  public WithinHost(Subgroup group, FlatAlgorithms flat, SharedCollectives shared) {
    this.group = group;
    this.flat = flat;
    this.shared = shared;
  }

  /** How they agree on the memory, before any other operation. */
  public Algorithm agreement() {
    return shared == null ? new Idle(group.members(), 0) : group.among(shared.agreement());
  }

  /** What does operations without an {@link Algorithm}; null if they share no memory. */
  AreaCollectives inArea() {
    return shared == null ? null : shared.ready();
  }

  /** The arguments are those of all ranks' operation; the root is one of the group. */
  Algorithm reduce(Blocks own, Blocks result, Reduction reduction, int root) {
    Members members = group.members();
    boolean isPlain = own.isContiguous && !reduction.isUserDefined();
    return group.among(
        shared != null && isPlain
            ? shared.of(CollectiveKind.REDUCE, own.bytes(0), own, result, reduction, root)
            : new BinomialReduce(members, own, result, reduction, root));
  }

  /** The data of one of the group for the others. */
  Algorithm broadcast(Blocks data, int root) {
    return group.among(
        shared != null && data.isContiguous
            ? shared.of(CollectiveKind.BROADCAST, data.bytes(0), data, null, null, root)
            : flat.broadcast(group.members(), data, root));
  }

  /**
   * A block of each for one of them.
   *
   * @param own this rank's block; null at the root if it is in {@code places}
   * @param places a block for each, at the root; null at others
   * @param areTogether whether the root's blocks follow each other, and are equally long
   */
  Algorithm gather(Blocks own, Blocks places, int root, boolean areTogether) {
    long bytes = places == null ? own.bytes(0) : places.bytes(root);
    return group.among(
        shared != null && areTogether
            ? shared.of(CollectiveKind.GATHER, bytes, own, places, null, root)
            : new LinearGather(group.members(), own, places, root));
  }

  /** A block for each of one of them; as in {@link #gather}. */
  Algorithm scatter(Blocks places, Blocks own, int root, boolean areTogether) {
    long bytes = places == null ? own.bytes(0) : places.bytes(root);
    return group.among(
        shared != null && areTogether
            ? shared.of(CollectiveKind.SCATTER, bytes, own, places, null, root)
            : new LinearScatter(group.members(), places, own, root));
  }

  /** The communicator is used no more. */
  public void close() {
    if (shared != null) {
      shared.close();
    }
  }
}
