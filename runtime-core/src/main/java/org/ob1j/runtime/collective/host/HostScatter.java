package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.movement.LinearScatter;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;

/** As many of one rank's elements for every rank: the blocks of a host go in one message. */
public final class HostScatter extends HostPhases {
  private final HostGroups groups;
  private final Blocks all;
  private final Blocks own;
  private final int root;
  private final boolean leads;
  private final boolean isRoot;
  private final EqualBlocks blocks;

  /** Blocks, host after host; null if not needed. */
  private Object held;

  /**
   * @param all null but at the root
   * @param own where this rank's block goes; null at the root if it stays where it is
   */
  public HostScatter(HostGroups groups, Blocks all, Blocks own, int root) {
    this.groups = groups;
    this.all = all;
    this.own = own;
    this.root = root;
    leads = groups.leads(root);
    isRoot = groups.members.rank() == root;
    blocks = new EqualBlocks(groups, all == null ? own : all);
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    Subgroup leaders = groups.leaders(root);
    int rootLeader = groups.layout.hostOf(root);
    if (isRoot) {
      return leaders.among(new LinearScatter(leaders.members(), hosts(), null, rootLeader));
    }
    int onHost = groups.onHost().size();
    held = onHost == 1 ? null : blocks.take(onHost);
    Blocks ofHost = held == null ? own : blocks.together(held, onHost);
    return leaders.among(new LinearScatter(leaders.members(), null, ofHost, rootLeader));
  }

  private Blocks hosts() {
    if (groups.layout.isConsecutive()) {
      return blocks.ofEachHost(all);
    }
    held = blocks.take(groups.layout.ranks());
    blocks.arrangeForOtherHosts(all, held);
    return blocks.ofEachHost(blocks.uniform(held));
  }

  @Override
  Algorithm fromLeader() {
    Subgroup onHost = groups.onHost();
    Blocks places = null;
    if (isRoot) {
      places = blocks.ofThisHost(all);
    } else if (leads && held == null) {
      return null;
    } else if (leads) {
      places = blocks.uniform(held);
    }
    return groups.within().scatter(places, own, groups.leader(root), groups.areTogether(root));
  }

  @Override
  public void end() {
    blocks.give(held);
  }
}
