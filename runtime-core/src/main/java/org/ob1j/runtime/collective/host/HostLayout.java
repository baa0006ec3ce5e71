package org.ob1j.runtime.collective.host;

import java.util.Arrays;
import org.ob1j.runtime.job.NodeMap;

/**
 * Which host each rank of a communicator is on: what decides how a collective goes, and the same on
 * all ranks. Hosts have numbers from 0, in the order of their first ranks.
 *
 * <pre>
 *   ranks on hosts    0 1 1 0 2           order     0 3 | 1 2 | 4     host after host
 *                                         begins    0     2     4   5
 * </pre>
 *
 * There is one only where it makes a difference: where a host has several ranks and another one has
 * some, too. Takes 8 bytes for each rank, or, if those of each host follow each other, 4 for each
 * host.
 */
public final class HostLayout {
  private final int[] begins;

  /** The ranks, host after host; null if that is the order which they have. */
  private final int[] order;

  /** Each rank's host; null likewise. */
  private final int[] hostOf;

  private HostLayout(int[] begins, int[] order, int[] hostOf) {
    this.begins = begins;
    this.order = order;
    this.hostOf = hostOf;
  }

  /**
   * That of a communicator.
   *
   * @param nodes of the job
   * @param processes the job's rank of each rank
   * @return null if all ranks are on one host, each is alone on its host, or some are of another
   *     job
   */
  public static HostLayout of(NodeMap nodes, int[] processes) {
    int[] hostOf = new int[processes.length];
    int[] hostOfNode = new int[nodes.nodes()];
    int[] sizes = new int[nodes.nodes()];
    Arrays.fill(hostOfNode, -1);
    int hosts = 0;
    boolean isConsecutive = true;
    for (int rank = 0; rank < processes.length; rank++) {
      if (processes[rank] >= nodes.size()) {
        return null;
      }
      int node = nodes.nodeOf(processes[rank]);
      boolean isFirst = hostOfNode[node] < 0;
      hostOfNode[node] = isFirst ? hosts++ : hostOfNode[node];
      hostOf[rank] = hostOfNode[node];
      sizes[hostOf[rank]]++;
      isConsecutive &= isFirst || hostOf[rank] == hostOf[rank - 1];
    }
    if (hosts == 1 || hosts == processes.length) {
      return null;
    }
    int[] begins = begins(sizes, hosts);
    return isConsecutive
        ? new HostLayout(begins, null, null)
        : new HostLayout(begins, order(hostOf, begins), hostOf);
  }

  private static int[] begins(int[] sizes, int hosts) {
    int[] begins = new int[hosts + 1];
    for (int host = 0; host < hosts; host++) {
      begins[host + 1] = begins[host] + sizes[host];
    }
    return begins;
  }

  private static int[] order(int[] hostOf, int[] begins) {
    int[] order = new int[hostOf.length];
    int[] next = begins.clone();
    for (int rank = 0; rank < order.length; rank++) {
      order[next[hostOf[rank]]++] = rank;
    }
    return order;
  }

  /** How many hosts there are; two at least. */
  public int hosts() {
    return begins.length - 1;
  }

  /** How many ranks there are on all hosts. */
  public int ranks() {
    return begins[hosts()];
  }

  /** How many ranks a host has. */
  public int size(int host) {
    return begins[host + 1] - begins[host];
  }

  /** Whether all hosts have as many ranks. */
  public boolean isUniform() {
    boolean same = true;
    for (int host = 1; host < hosts(); host++) {
      same &= size(host) == size(0);
    }
    return same;
  }

  /**
   * Whether the ranks of each host follow each other, so that what is combined host by host keeps
   * the order of the ranks.
   */
  public boolean isConsecutive() {
    return order == null;
  }

  /** A rank's host. */
  public int hostOf(int rank) {
    if (hostOf != null) {
      return hostOf[rank];
    }
    int found = Arrays.binarySearch(begins, rank);
    return found >= 0 ? found : -found - 2;
  }

  /** Where the ranks of a host begin if they are counted host after host. */
  int begin(int host) {
    return begins[host];
  }

  /** The rank at a place, counted host after host. */
  int rankAt(int place) {
    return order == null ? place : order[place];
  }

  /** A host's ranks, in ascending order. The first is its leader, unless another is the root. */
  public int[] ranksOf(int host) {
    int[] ranks = new int[size(host)];
    for (int i = 0; i < ranks.length; i++) {
      ranks[i] = rankAt(begins[host] + i);
    }
    return ranks;
  }
}
