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
    Blocks partial = leads ? result : null;
    return groups.within().reduce(own, partial, reduction, LEADER);
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Blocks partial = groups.onHost().size() == 1 ? own : result;
    Subgroup leaders = groups.leaders(groups.anyRoot());
    return leaders.among(groups.flat.allReduce(leaders.members(), partial, result, reduction));
  }

  @Override
  Algorithm fromLeader() {
    return groups.within().broadcast(result, LEADER);
  }
}
