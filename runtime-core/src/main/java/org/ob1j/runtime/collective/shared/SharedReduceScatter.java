package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;

/** A reduceScatter, whose blocks may have different lengths. */
final class SharedReduceScatter extends SharedOperation {
  private final int[] counts;
  private final int elementBytes;
  private final Reduction reduction;
  private final Blocks own;
  private final Blocks result;
  private final MessageAlgorithms messages;

  /**
   * A reduceScatter.
   *
   * @param own the elements for all blocks
   * @param counts elements of each rank's block
   */
  SharedReduceScatter(
      Members members,
      SharedCollectives collectives,
      Blocks own,
      Blocks result,
      int[] counts,
      Reduction reduction,
      MessageAlgorithms messages) {
    super(
        members,
        collectives,
        CollectiveKind.REDUCE_SCATTER,
        own.bytes(0),
        own,
        result,
        reduction,
        0);
    this.own = own;
    this.result = result;
    this.counts = counts.clone();
    elementBytes = (int) (own.bytes(0) / own.count(0));
    this.reduction = reduction;
    this.messages = messages;
  }

  @Override
  Algorithm byMessages() {
    return messages.reduceScatter(own, result, counts, reduction);
  }

  @Override
  boolean mayStart() {
    return false;
  }

  @Override
  boolean meet(AreaCollectives inArea, Object from, long fromAt, Object to, long toAt) {
    return inArea.reduceScatter(from, fromAt, to, toAt, counts, elementBytes, reduction);
  }
}
