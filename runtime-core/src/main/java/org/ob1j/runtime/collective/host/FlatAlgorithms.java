package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Members;

/**
 * Makes algorithms that know nothing of hosts, for any number of ranks, as the tables say. All
 * members get the same kind.
 */
public interface FlatAlgorithms {
  /** One member's data for all. */
  Algorithm broadcast(Members members, Blocks data, int root);

  /** All members' elements combined at all. */
  Algorithm allReduce(Members members, Blocks own, Blocks result, Reduction reduction);

  /**
   * All members' blocks for all. Each member's is in its place already.
   *
   * @param allBytes of all blocks
   * @param isUniform whether all are equally long
   */
  Algorithm allGather(Members members, Blocks all, long allBytes, boolean isUniform);
}
