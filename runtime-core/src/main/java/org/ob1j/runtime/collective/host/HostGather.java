package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.movement.LinearGather;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;

/** As many elements of every rank for one: the blocks of a host go in one message. */
public final class HostGather extends HostPhases {
  private final HostGroups groups;
  private final Blocks own;
  private final Blocks all;
  private final int root;
  private final boolean leads;
  private final boolean isRoot;
  private final EqualBlocks blocks;

  /** Where blocks are, host after host, until they have their places; null if not needed. */
  private Object held;

  /**
   * @param own this rank's block; null at the root if it is in {@code all}
   * @param all null but at the root
   */
  public HostGather(HostGroups groups, Blocks own, Blocks all, int root) {
    this.groups = groups;
    this.own = own;
    this.all = all;
    this.root = root;
    leads = groups.leads(root);
    isRoot = groups.members.rank() == root;
    blocks = new EqualBlocks(groups, isRoot ? all : own);
  }

  @Override
  Algorithm toLeader() {
    Subgroup onHost = groups.onHost();
    Blocks places = null;
    if (isRoot) {
      places = blocks.ofThisHost(all);
    } else if (leads && onHost.size() > 1) {
      held = blocks.take(onHost.size());
      places = blocks.uniform(held);
    } else if (leads) {
      return null;
    }
    return groups.within().gather(own, places, groups.leader(root), groups.areTogether(root));
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Subgroup leaders = groups.leaders(root);
    int rootLeader = groups.layout.hostOf(root);
    if (!isRoot) {
      Blocks ofHost = held == null ? own : blocks.together(held, groups.onHost().size());
      return leaders.among(new LinearGather(leaders.members(), ofHost, null, rootLeader));
    }
    if (!groups.layout.isConsecutive()) {
      held = blocks.take(groups.layout.ranks());
    }
    Blocks hosts = blocks.ofEachHost(held == null ? all : blocks.uniform(held));
    return leaders.among(new LinearGather(leaders.members(), null, hosts, rootLeader));
  }

  @Override
  void finish() {
    if (isRoot && held != null) {
      blocks.restoreOtherHosts(held, all);
    }
  }

  @Override
  public void end() {
    blocks.give(held);
  }
}
