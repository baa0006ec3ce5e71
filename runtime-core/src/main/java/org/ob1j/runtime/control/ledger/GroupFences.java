package org.ob1j.runtime.control.ledger;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.control.message.RankRanges;

/**
 * Fences of groups to which some of their ranks have come. Decisions only; callers synchronise. A
 * group is known by its ranks: each is in one fence of it at a time.
 */
final class GroupFences {
  /** Ranks of which the first waits for the second, which will not come. */
  record HopelessWait(int waiting, int missing) {}

  /** By group, the request that each rank that has come waits for. */
  private final Map<RankRanges, Map<Integer, Integer>> waiting = new HashMap<>();

  /**
   * A rank has come to a fence.
   *
   * @param jobSize how many ranks there are
   * @return the requests of all who wait there, by rank, if it was the last; else none
   */
  Map<Integer, Integer> arrive(int rank, ControlMessage.ArriveInGroup arrive, int jobSize)
      throws ControlProtocolException {
    RankRanges group = arrive.group();
    if (group.last() >= jobSize) {
      throw new ControlProtocolException(
          "it comes to a fence with rank " + group.last() + "; the job has " + jobSize);
    }
    if (!group.contains(rank)) {
      throw new ControlProtocolException("it comes to a fence of a group that it is not in");
    }
    Map<Integer, Integer> here = waiting.computeIfAbsent(group, g -> new LinkedHashMap<>());
    if (here.putIfAbsent(rank, arrive.request()) != null) {
      throw new ControlProtocolException("it comes again to a fence that it waits in");
    }
    return here.size() < group.size() ? Map.of() : waiting.remove(group);
  }

  /** Somebody who waits for one that is gone; null if nobody does. */
  HopelessWait hopelessWait(Membership members) {
    for (Map.Entry<RankRanges, Map<Integer, Integer>> fence : waiting.entrySet()) {
      Map<Integer, Integer> here = fence.getValue();
      for (int rank : fence.getKey().ranks()) {
        if (members.isGone(rank) && !here.containsKey(rank)) {
          return new HopelessWait(here.keySet().iterator().next(), rank);
        }
      }
    }
    return null;
  }
}
