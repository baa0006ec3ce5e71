package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.BinomialReduce;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;

/**
 * All ranks' elements combined at one: each host sends one partial result. In which order they are
 * combined follows from the layout alone; it is that of the ranks where those of each host follow
 * each other.
 */
public final class HostReduce extends HostPhases {
  private final HostGroups groups;
  private final Blocks own;
  private final Blocks result;
  private final Reduction reduction;
  private final int root;
  private final boolean leads;

  /** Null but at a leader that is not alone on its host. */
  private PartialResult partial;

  /**
   * @param result where the result goes, the same as {@code own} for in place; null but at the root
   */
  public HostReduce(HostGroups groups, Blocks own, Blocks result, Reduction reduction, int root) {
    this.groups = groups;
    this.own = own;
    this.result = result;
    this.reduction = reduction;
    this.root = root;
    leads = groups.leads(root);
  }

  @Override
  Algorithm toLeader() {
    if (groups.onHost().size() == 1) {
      return null;
    }
    if (leads) {
      partial = new PartialResult(groups.workspace(), reduction, own, result);
    }
    Blocks combined = leads ? partial.blocks() : null;
    return groups.within().reduce(own, combined, reduction, groups.leader(root));
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Subgroup leaders = groups.leaders(root);
    int rootLeader = groups.layout.hostOf(root);
    Blocks from = partial == null ? own : partial.blocks();
    return leaders.among(
        new BinomialReduce(leaders.members(), from, result, reduction, rootLeader));
  }

  @Override
  public void end() {
    if (partial != null) {
      partial.end();
    }
  }
}
