package org.ob1j.runtime.collective.shared;

import java.util.function.Supplier;
import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;

/** A reduceScatter, whose blocks may have different lengths. */
final class SharedReduceScatter extends SharedOperation {
  private final int[] counts;
  private final int elementBytes;
  private final Reduction reduction;
  private final Supplier<Algorithm> messages;

  /**
   * A reduceScatter.
   *
   * @param own the elements for all blocks
   * @param counts elements of each rank's block
   * @param messages makes what does it with messages
   */
  SharedReduceScatter(
      Members members,
      SharedCollectives collectives,
      Blocks own,
      Blocks result,
      int[] counts,
      Reduction reduction,
      Supplier<Algorithm> messages) {
    super(
        members,
        collectives,
        CollectiveKind.REDUCE_SCATTER,
        (int) own.bytes(0),
        own,
        result,
        reduction,
        0);
    this.counts = counts.clone();
    elementBytes = (int) (own.bytes(0) / own.count(0));
    this.reduction = reduction;
    this.messages = messages;
  }

  @Override
  Algorithm byMessages() {
    return messages.get();
  }

  @Override
  boolean meet(AreaCollectives inArea, Object from, long fromAt, Object to, long toAt) {
    return inArea.reduceScatter(from, fromAt, to, toAt, counts, elementBytes, reduction);
  }
}
