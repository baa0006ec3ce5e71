package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;

/**
 * All ranks' elements combined at all: each host takes part as if it were one rank. The order of
 * operands is as in {@link HostReduce}.
 */
public final class HostAllReduce extends HostPhases {
  private static final int LEADER = 0;

  private final HostGroups groups;
  private final Blocks own;
  private final Blocks result;
  private final Reduction reduction;
  private final boolean leads;

  /** Null but at a leader that is not alone on its host. */
  private PartialResult partial;

  /**
   * @param result where the result goes, the same as {@code own} for in place
   */
  public HostAllReduce(HostGroups groups, Blocks own, Blocks result, Reduction reduction) {
    this.groups = groups;
    this.own = own;
    this.result = result;
    this.reduction = reduction;
    leads = groups.leads(groups.anyRoot());
  }

  @Override
  Algorithm toLeader() {
    if (groups.onHost().size() == 1) {
      return null;
    }
    if (leads) {
      partial = new PartialResult(groups.workspace(), reduction, own, result);
    }
    return groups.within().reduce(own, leads ? partial.blocks() : null, reduction, LEADER);
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Subgroup leaders = groups.leaders(groups.anyRoot());
    Blocks from = partial == null ? own : partial.blocks();
    Blocks to = partial == null ? result : partial.blocks();
    return leaders.among(groups.flat.allReduce(leaders.members(), from, to, reduction));
  }

  @Override
  Algorithm fromLeader() {
    return groups.within().broadcast(partial == null ? result : partial.blocks(), LEADER);
  }

  @Override
  void finish() {
    if (partial != null) {
      partial.store(result);
    }
  }

  @Override
  public void end() {
    if (partial != null) {
      partial.end();
    }
  }
}
