package org.ob1j.runtime.collective.shared;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;

/** Makes what sends messages, where collectives do not go through shared memory. */
public interface MessageAlgorithms {
  /**
   * An algorithm for data without gaps, and a predefined operation.
   *
   * @param own this rank's block, the data of a broadcast, or the block for each rank of an
   *     allToAll; null if it is in its place in {@code all}
   * @param all a block for each rank, or the result of a reduction; null if this rank has none
   * @param reduction null if nothing is combined
   * @param root 0 if there is none
   */
  Algorithm byMessages(CollectiveKind kind, Blocks own, Blocks all, Reduction reduction, int root);

  /**
   * A reduceScatter.
   *
   * @param own the elements for all blocks
   * @param result where this rank's block goes
   * @param counts elements of each rank's block
   */
  Algorithm reduceScatter(Blocks own, Blocks result, int[] counts, Reduction reduction);
}
