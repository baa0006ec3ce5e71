package org.ob1j.runtime.collective.host;

import java.util.Arrays;
import org.ob1j.runtime.collective.buffer.Workspace;
import org.ob1j.runtime.collective.round.Members;
import org.ob1j.runtime.collective.round.Subgroup;

/**
 * The two groups in which a rank works: those on its host, and, if it leads there, the leaders of
 * all hosts. A host's leader is its first rank; where there is a root, that one leads its host, so
 * that nothing goes to its host twice.
 *
 * <pre>
 *   hosts     0 1 2    3 4 5    6 7 8           root 4
 *   leaders   0        4        6               their ranks among each other: 0 1 2
 * </pre>
 */
public final class HostGroups {
  final HostLayout layout;
  final Members members;
  final FlatAlgorithms flat;

  /** This rank's host. */
  final int host;

  private final int[] ownRanks;
  private final Subgroup onHost;
  private final WithinHost within;
  private final int[] firstRanks;

  /**
   * Those of one of the members.
   *
   * @param flat what goes on within a group
   * @param sharing what the ranks of a host share
   */
  public HostGroups(HostLayout layout, Members members, FlatAlgorithms flat, HostSharing sharing) {
    this.layout = layout;
    this.members = members;
    this.flat = flat;
    host = layout.hostOf(members.rank());
    ownRanks = layout.ranksOf(host);
    int place = Arrays.binarySearch(ownRanks, members.rank());
    onHost = new Subgroup(ownRanks, place, members.workspace(), "within the host");
    within = new WithinHost(onHost, flat, sharing.among(onHost.members(), ownRanks));
    firstRanks = new int[layout.hosts()];
    for (int each = 0; each < firstRanks.length; each++) {
      firstRanks[each] = layout.rankAt(layout.begin(each));
    }
  }

  /** How many hosts there are. */
  public int count() {
    return layout.hosts();
  }

  Workspace workspace() {
    return members.workspace();
  }

  /** The ranks on this host. */
  Subgroup onHost() {
    return onHost;
  }

  /** What these do among each other. */
  public WithinHost within() {
    return within;
  }

  /** The ranks on this host, as those of the communicator. */
  int[] ownRanks() {
    return ownRanks;
  }

  /**
   * Whether blocks of this host's ranks follow each other where its leader has them: the root has
   * them among those of all ranks, other leaders by themselves.
   */
  boolean areTogether(int root) {
    int last = ownRanks.length - 1;
    return layout.hostOf(root) != host || ownRanks[last] - ownRanks[0] == last;
  }

  /** Which of the ranks on this host leads it, if some rank of the communicator is the root. */
  int leader(int root) {
    return layout.hostOf(root) == host ? Arrays.binarySearch(ownRanks, root) : 0;
  }

  /** Whether this rank leads its host. */
  boolean leads(int root) {
    return leader(root) == onHost.members().rank();
  }

  /** The leaders of all hosts, for one of them; each has its host's number as its rank. */
  Subgroup leaders(int root) {
    int[] ranks = firstRanks;
    int hostOfRoot = layout.hostOf(root);
    if (ranks[hostOfRoot] != root) {
      ranks = ranks.clone();
      ranks[hostOfRoot] = root;
    }
    return new Subgroup(ranks, host, members.workspace(), "between hosts");
  }

  /** The root of an operation that has none: the first rank, which leads its host anyway. */
  int anyRoot() {
    return 0;
  }
}
