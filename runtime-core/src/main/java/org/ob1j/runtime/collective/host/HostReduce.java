package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.collective.reduce.BinomialReduce;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;
import org.ob1j.runtime.datatype.PrimitiveType;

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

  /** What this host sends, at its leader. */
  private Blocks partial;

  /** Where that grows, at a leader that is not the root and not alone; else null. */
  private Object taken;

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
      partial = own;
      return null;
    }
    if (leads) {
      partial = result != null ? result : takePartial();
    }
    return groups.within().reduce(own, partial, reduction, groups.leader(root));
  }

  private Blocks takePartial() {
    PrimitiveType operandType = reduction.operandType();
    long bytes = Math.multiplyExact(own.count(0), own.type.extentBytes());
    taken = groups.workspace().take(operandType, Math.toIntExact(bytes / operandType.sizeBytes()));
    return Blocks.same(taken, own.count(0), own.type);
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Subgroup leaders = groups.leaders(root);
    int rootLeader = groups.layout.hostOf(root);
    return leaders.among(
        new BinomialReduce(leaders.members(), partial, result, reduction, rootLeader));
  }

  @Override
  public void end() {
    if (taken != null) {
      groups.workspace().give(reduction.operandType(), taken);
    }
  }
}
