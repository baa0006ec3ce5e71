package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.movement.ChainBroadcast;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;

/** One rank's data for all: it comes to each host once. */
public final class HostBroadcast extends HostPhases {
  private final HostGroups groups;
  private final Blocks data;
  private final int root;

  public HostBroadcast(HostGroups groups, Blocks data, int root) {
    this.groups = groups;
    this.data = data;
    this.root = root;
  }

  @Override
  Algorithm betweenLeaders() {
    if (!groups.leads(root)) {
      return null;
    }
    Subgroup leaders = groups.leaders(root);
    int rootLeader = groups.layout.hostOf(root);
    return leaders.among(groups.flat.broadcast(leaders.members(), data, rootLeader));
  }

  @Override
  Algorithm fromLeader() {
    return groups.within().broadcast(data, groups.leader(root));
  }

  /**
   * The same for much data: a chain that leads through one host after the other, from the root on,
   * so that hosts receive, pass on within and send at the same time.
   */
  public static Algorithm chain(HostGroups groups, Blocks data, int root) {
    HostLayout layout = groups.layout;
    int[] order = new int[layout.ranks()];
    int own = 0;
    int next = 0;
    for (int i = 0; i < layout.hosts(); i++) {
      int host = (layout.hostOf(root) + i) % layout.hosts();
      int first = next;
      for (int rank : layout.ranksOf(host)) {
        order[next++] = rank;
        if (rank == root) {
          order[next - 1] = order[first];
          order[first] = root;
        }
      }
    }
    while (order[own] != groups.members.rank()) {
      own++;
    }
    Subgroup all = new Subgroup(order, own, groups.workspace(), "host after host");
    return all.among(new ChainBroadcast(all.members(), data, 0));
  }
}
