package org.ob1j.launcher.agent.link;

import java.util.stream.IntStream;

/**
 * Who starts whom, and through whom messages go: mpirun has {@code radix} children, each of these
 * has as many again, and so on. Decisions only.
 *
 * <pre>
 *   mpirun ─┬─ 0 ─┬─ 2        radix 2: hosts are numbered row by row
 *           │     └─ 3
 *           └─ 1 ─┬─ 4
 *                 └─ 5
 * </pre>
 *
 * @param hosts how many there are beside mpirun's own
 * @param radix how many children each has at most
 */
public record AgentTree(int hosts, int radix) {
  /** mpirun's own number. */
  public static final int MPIRUN = -1;

  public AgentTree {
    if (radix < 1) {
      throw new IllegalArgumentException("a tree's radix is " + radix + "; it must be at least 1");
    }
  }

  /** The hosts whose agents are started by this one, or by mpirun. */
  public int[] childrenOf(int host) {
    long first = (host + 1L) * radix;
    return IntStream.range((int) Math.min(first, hosts), (int) Math.min(first + radix, hosts))
        .toArray();
  }

  /** Who starts the agent of a host. */
  public int parentOf(int host) {
    return host / radix - 1;
  }

  /** The child of {@code from} through which messages for a host below it go. */
  int nextHop(int from, int to) {
    int hop = to;
    while (parentOf(hop) != from) {
      hop = parentOf(hop);
      if (hop == MPIRUN) {
        throw new IllegalArgumentException("host " + to + " is not below " + from);
      }
    }
    return hop;
  }

  /** True if messages for {@code host} go through {@code through}, which may be the host itself. */
  public boolean isBelow(int host, int through) {
    int above = host;
    while (above > through) {
      above = parentOf(above);
    }
    return above == through;
  }
}
