package org.ob1j.launcher.stall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ob1j.runtime.job.ContextTraffic;

/**
 * Why nothing moves, as far as the ranks' reports tell.
 *
 * @param undelivered messages that have been sent and not arrived
 * @param deadlock ranks that wait for each other, whatever becomes of these messages; null if none
 *     do
 */
public record Stall(List<Undelivered> undelivered, Deadlock deadlock) {
  private static final int MAX_LINES = 20;

  private record Pair(int one, int other) {}

  /**
   * Finds it out.
   *
   * @param waits what ranks wait for; a rank that is not in it may go on by itself
   * @param gone ranks that will never do anything again
   * @param traffic what ranks that look for messages have exchanged with others
   */
  static Stall of(
      Map<Integer, Deadlock.Wait> waits,
      Set<Integer> gone,
      Map<Integer, List<ContextTraffic>> traffic) {
    List<Undelivered> undelivered = Undelivered.find(traffic);
    return new Stall(undelivered, Deadlock.find(certain(waits, undelivered), gone));
  }

  /**
   * The waits without those for a rank with which a message is under way, either way: it may be
   * what is waited for, or what the other needs to go on.
   */
  private static Map<Integer, Deadlock.Wait> certain(
      Map<Integer, Deadlock.Wait> waits, List<Undelivered> undelivered) {
    Set<Pair> open = new HashSet<>();
    for (Undelivered messages : undelivered) {
      open.add(new Pair(messages.from(), messages.to()));
      open.add(new Pair(messages.to(), messages.from()));
    }
    Map<Integer, Deadlock.Wait> certain = new HashMap<>();
    waits.forEach(
        (rank, wait) -> {
          List<Integer> others =
              wait.ranks().stream().filter(other -> !open.contains(new Pair(rank, other))).toList();
          boolean mayEnd = wait.anyOne() ? others.size() < wait.ranks().size() : others.isEmpty();
          if (!mayEnd) {
            certain.put(rank, new Deadlock.Wait(wait.anyOne(), others));
          }
        });
    return certain;
  }

  /** In lines for the user; empty if nothing is known. */
  public List<String> describe() {
    List<String> lines = new ArrayList<>();
    undelivered.stream()
        .limit(MAX_LINES)
        .forEach(messages -> lines.add("stalled: " + messages.describe()));
    if (undelivered.size() > MAX_LINES) {
      lines.add("stalled: and " + (undelivered.size() - MAX_LINES) + " more of this kind");
    }
    if (deadlock != null) {
      lines.add("deadlock: " + deadlock.describe());
    }
    return lines;
  }
}
