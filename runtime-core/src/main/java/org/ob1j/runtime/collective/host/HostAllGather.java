package org.ob1j.runtime.collective.host;

import org.ob1j.runtime.collective.buffer.Blocks;
import org.ob1j.runtime.collective.round.Algorithm;
import org.ob1j.runtime.collective.round.Subgroup;
import org.ob1j.runtime.datatype.PrimitiveType;

/**
 * Every rank's block for all: each host's blocks go together. They are gathered host after host,
 * where they belong if that is how they belong, else in an array of the workspace. Blocks may
 * differ in length.
 */
public final class HostAllGather extends HostPhases {
  private static final int LEADER = 0;

  private final HostGroups groups;
  private final HostLayout layout;
  private final Blocks own;
  private final Blocks all;
  private final boolean isUniform;
  private final boolean leads;
  private final PrimitiveType base;

  /** Null where blocks go to their places at once. */
  private final Object held;

  /** Where each rank's block is, host after host, and where the last one ends; in elements. */
  private final int[] begins;

  /** The user's buffer, or what is held. */
  private final Blocks ordered;

  /**
   * @param own this rank's block; null if it is in {@code all}
   * @param isUniform whether all blocks are equally long, and one after the other
   */
  public HostAllGather(HostGroups groups, Blocks own, Blocks all, boolean isUniform) {
    this.groups = groups;
    this.all = all;
    this.isUniform = isUniform;
    layout = groups.layout;
    leads = groups.leads(groups.anyRoot());
    base = all.type.baseType();
    begins = new int[layout.ranks() + 1];
    for (int place = 0; place < layout.ranks(); place++) {
      begins[place + 1] = Math.addExact(begins[place], all.count(layout.rankAt(place)));
    }
    int total = begins[layout.ranks()];
    boolean inPlace = isUniform && layout.isConsecutive();
    held = inPlace ? null : groups.workspace().take(base, elementsOf(total));
    ordered = inPlace ? all : Blocks.same(held, total, all.type);
    boolean isThere = own == null && inPlace && leads;
    this.own = isThere || own != null ? own : all.sameForAll(groups.members.rank());
  }

  private int elementsOf(int count) {
    return Math.toIntExact((long) count * all.type.sizeBytes() / base.sizeBytes());
  }

  @Override
  Algorithm toLeader() {
    Subgroup onHost = groups.onHost();
    int first = layout.begin(groups.host);
    Blocks places = null;
    if (leads) {
      int[] counts = new int[onHost.size()];
      int[] displacements = new int[counts.length];
      for (int i = 0; i < counts.length; i++) {
        counts[i] = begins[first + i + 1] - begins[first + i];
        displacements[i] = begins[first + i];
      }
      places = ordered.cut(counts, displacements);
    }
    return groups.within().gather(own, places, LEADER, isUniform);
  }

  @Override
  Algorithm betweenLeaders() {
    if (!leads) {
      return null;
    }
    int[] counts = new int[layout.hosts()];
    int[] displacements = new int[counts.length];
    for (int host = 0; host < counts.length; host++) {
      displacements[host] = begins[layout.begin(host)];
      counts[host] = begins[layout.begin(host) + layout.size(host)] - displacements[host];
    }
    Blocks hosts = ordered.cut(counts, displacements);
    Subgroup leaders = groups.leaders(groups.anyRoot());
    return leaders.among(
        groups.flat.allGather(
            leaders.members(), hosts, allBytes(), isUniform && layout.isUniform()));
  }

  private long allBytes() {
    return (long) begins[layout.ranks()] * all.type.sizeBytes();
  }

  @Override
  Algorithm fromLeader() {
    Blocks everything = ordered.cut(new int[] {begins[layout.ranks()]}, new int[] {0});
    return groups.within().broadcast(everything, LEADER);
  }

  @Override
  void finish() {
    for (int place = 0; held != null && place < layout.ranks(); place++) {
      int rank = layout.rankAt(place);
      long fromBytes = (long) begins[place] * all.type.sizeBytes();
      long toBytes = all.offsetBytes(rank);
      groups.workspace().copy(held, fromBytes, all.storage, toBytes, all.bytes(rank));
    }
  }

  @Override
  public void end() {
    if (held != null) {
      groups.workspace().give(base, held);
    }
  }
}
