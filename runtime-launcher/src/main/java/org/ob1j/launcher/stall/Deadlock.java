package org.ob1j.launcher.stall;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Ranks that will wait for ever, because each of them waits for the next, and the last for the
 * first or for a rank that is gone.
 *
 * @param ranks the ranks that wait, each for the next
 * @param last the rank that the last of them waits for: one of them, or one that is gone
 */
record Deadlock(List<Integer> ranks, int last) {
  /**
   * What a rank waits for.
   *
   * @param anyOne whether any one of the ranks can end the wait; false: all of them are needed
   * @param ranks the ranks that can; not empty
   */
  record Wait(boolean anyOne, List<Integer> ranks) {}

  /**
   * Looks for a deadlock.
   *
   * @param waits what ranks wait for; a rank that is not in it may go on by itself
   * @param gone ranks that will never do anything again
   * @return null if every rank may still go on
   */
  static Deadlock find(Map<Integer, Wait> waits, Set<Integer> gone) {
    SortedMap<Integer, Wait> stuck = new TreeMap<>(waits);
    while (stuck.values().removeIf(wait -> mayEnd(wait, stuck.keySet(), gone))) {
      // A rank that may go on can end other ranks' waits: look again.
    }
    if (stuck.isEmpty()) {
      return null;
    }
    List<Integer> path = new ArrayList<>();
    Set<Integer> seen = new HashSet<>();
    int rank = stuck.firstKey();
    while (stuck.containsKey(rank) && seen.add(rank)) {
      path.add(rank);
      rank = obstacle(stuck.get(rank), stuck.keySet(), gone);
    }
    // Ranks before the circle wait for it without being part of it.
    int start = Math.max(0, path.indexOf(rank));
    return new Deadlock(List.copyOf(path.subList(start, path.size())), rank);
  }

  private static boolean mayEnd(Wait wait, Set<Integer> stuck, Set<Integer> gone) {
    return wait.anyOne()
        ? wait.ranks().stream().anyMatch(rank -> mayAct(rank, stuck, gone))
        : wait.ranks().stream().allMatch(rank -> mayAct(rank, stuck, gone));
  }

  private static boolean mayAct(int rank, Set<Integer> stuck, Set<Integer> gone) {
    return !stuck.contains(rank) && !gone.contains(rank);
  }

  /** A rank that stands in the way; one that waits itself if there is one, as that tells more. */
  private static int obstacle(Wait wait, Set<Integer> stuck, Set<Integer> gone) {
    return wait.ranks().stream()
        .filter(stuck::contains)
        .findFirst()
        .orElseGet(() -> wait.ranks().stream().filter(gone::contains).findFirst().orElseThrow());
  }

  /** In words, as {@code rank 0 waits for rank 1, rank 1 waits for rank 0}. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < ranks.size(); i++) {
      int next = i + 1 < ranks.size() ? ranks.get(i + 1) : last;
      text.append(i == 0 ? "" : ", ").append("rank ").append(ranks.get(i));
      text.append(" waits for ").append(next == ranks.get(i) ? "itself" : "rank " + next);
    }
    return ranks.contains(last) ? text.toString() : text.append(", which has ended").toString();
  }
}
