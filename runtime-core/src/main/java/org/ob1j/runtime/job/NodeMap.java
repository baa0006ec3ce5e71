package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which node each rank of a job runs on. A node is a host, or a part of one that shares no memory
 * with the rest; nodes have numbers from 0. Where the layout is regular this takes a few bytes,
 * however many ranks there are; as text, too:
 *
 * <pre>
 *   0*4,1*4        ranks 0 to 3 on node 0, ranks 4 to 7 on node 1
 *   0-1*4          the same
 *   (0-3)*25       25 times a rank on each of 4 nodes: round robin
 *   (0*2,1)*3      two ranks on node 0, one on node 1, three times
 * </pre>
 *
 * Immutable.
 */
public final class NodeMap {
  /** Nodes that follow each other, with so many ranks one after the other on each. */
  record Run(int firstNode, int nodes, int each) {
    long ranks() {
      return (long) nodes * each;
    }

    int lastNode() {
      return firstNode + nodes - 1;
    }
  }

  /**
   * Runs, and how often they are repeated.
   *
   * @param firstRank where they begin
   * @param starts where each run begins, counted from there
   * @param period the ranks of all runs once
   */
  private record Part(int firstRank, int[] starts, List<Run> runs, int period, int repeats) {
    int nodeOf(int rank) {
      int within = (rank - firstRank) % period;
      int found = Arrays.binarySearch(starts, within);
      int index = found >= 0 ? found : -found - 2;
      Run run = runs.get(index);
      return run.firstNode + (within - starts[index]) / run.each;
    }

    /** How many of the first ranks are on a node. */
    int countOn(int node, int firstRanks) {
      int ranks = Math.min(firstRanks, period * repeats);
      return ranks / period * countOnce(node, period) + countOnce(node, ranks % period);
    }

    private int countOnce(int node, int firstRanks) {
      int count = 0;
      for (int i = 0; i < starts.length && starts[i] < firstRanks; i++) {
        Run run = runs.get(i);
        if (node >= run.firstNode && node <= run.lastNode()) {
          int begin = starts[i] + (node - run.firstNode) * run.each;
          count += Math.max(0, Math.min(run.each, firstRanks - begin));
        }
      }
      return count;
    }
  }

  private final List<Part> parts = new ArrayList<>();
  private final int size;
  private final int nodes;

  /** Runs that are repeated, as {@link NodeMapText} finds them. */
  record Repeated(List<Run> runs, int repeats) {}

  /**
   * Checks what it is given.
   *
   * @throws IllegalArgumentException if there are too many ranks, or a node without one
   */
  NodeMap(List<Repeated> layout) {
    long next = 0;
    int last = 0;
    for (Repeated each : layout) {
      int[] starts = new int[each.runs().size()];
      long period = 0;
      for (int i = 0; i < starts.length; i++) {
        Run run = each.runs().get(i);
        starts[i] = (int) period;
        period += run.ranks();
        last = Math.max(last, run.lastNode());
        requireFew(period);
      }
      parts.add(new Part((int) next, starts, each.runs(), (int) period, each.repeats()));
      next += period * each.repeats();
      requireFew(next);
    }
    size = (int) next;
    nodes = last + 1;
    requireRanksOnAll(layout);
  }

  private static void requireFew(long ranks) {
    if (ranks > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("there are more than 2^31 - 1 ranks");
    }
  }

  private void requireRanksOnAll(List<Repeated> layout) {
    boolean complete = nodes <= size;
    boolean[] used = new boolean[complete ? nodes : 0];
    for (int i = 0; complete && i < layout.size(); i++) {
      for (Run run : layout.get(i).runs()) {
        Arrays.fill(used, run.firstNode(), run.lastNode() + 1, true);
      }
    }
    for (boolean each : used) {
      complete &= each;
    }
    if (!complete) {
      throw new IllegalArgumentException("there is a node below " + nodes + " without a rank");
    }
  }

  /** All ranks on one node. */
  public static NodeMap oneNode(int size) {
    return bySlot(size, size);
  }

  /** So many ranks on each node, one after the other; fewer on the last if need be. */
  public static NodeMap bySlot(int size, int ranksPerNode) {
    List<Run> runs = new ArrayList<>();
    int full = size / ranksPerNode;
    if (full > 0) {
      runs.add(new Run(0, full, ranksPerNode));
    }
    if (size % ranksPerNode != 0) {
      runs.add(new Run(full, 1, size % ranksPerNode));
    }
    return new NodeMap(List.of(new Repeated(runs, 1)));
  }

  /**
   * Any layout.
   *
   * @param nodeOfRank each rank's node; from 0, and none is left out
   * @throws IllegalArgumentException if one is left out
   */
  public static NodeMap of(int[] nodeOfRank) {
    return new NodeMap(NodeMapText.compressed(nodeOfRank));
  }

  /**
   * Reads what {@link #toString} writes.
   *
   * @param size how many ranks it must be for
   * @throws IllegalArgumentException saying what it must be
   */
  public static NodeMap parse(String text, int size) {
    return NodeMapText.read(text, size);
  }

  /** How many ranks there are. */
  public int size() {
    return size;
  }

  /** How many nodes there are. Each has a rank. */
  public int nodes() {
    return nodes;
  }

  /** The node of a rank. */
  public int nodeOf(int rank) {
    if (rank < 0 || rank >= size) {
      throw new IllegalArgumentException("rank " + rank + " is outside a job of " + size);
    }
    return partOf(rank).nodeOf(rank);
  }

  private Part partOf(int rank) {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = low + high + 1 >>> 1;
      if (parts.get(middle).firstRank <= rank) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return parts.get(low);
  }

  /** How many ranks are on a node. */
  public int localSize(int node) {
    return countBefore(node, size);
  }

  /** A rank's place among those on its node, from 0. */
  public int localRank(int rank) {
    return countBefore(nodeOf(rank), rank);
  }

  /** How many of the ranks below one are on a node. */
  private int countBefore(int node, int rank) {
    int count = 0;
    for (Part part : parts) {
      if (part.firstRank < rank) {
        count += part.countOn(node, rank - part.firstRank);
      }
    }
    return count;
  }

  /** The ranks on a node, in ascending order. */
  public int[] ranksOf(int node) {
    int[] ranks = new int[localSize(node)];
    for (int rank = 0, next = 0; next < ranks.length; rank++) {
      if (nodeOf(rank) == node) {
        ranks[next++] = rank;
      }
    }
    return ranks;
  }

  @Override
  public boolean equals(Object other) {
    boolean same = other instanceof NodeMap map && map.size == size && map.nodes == nodes;
    for (int rank = 0; same && rank < size; rank++) {
      same = ((NodeMap) other).nodeOf(rank) == nodeOf(rank);
    }
    return same;
  }

  @Override
  public int hashCode() {
    return 31 * size + nodes;
  }

  /** For an environment variable; see above. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      text.append(text.isEmpty() ? "" : ",");
      NodeMapText.write(part.runs, part.repeats, text);
    }
    return text.toString();
  }
}
