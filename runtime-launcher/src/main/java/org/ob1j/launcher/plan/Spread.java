package org.ob1j.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.placement.HostMapping.Place;

/**
 * Which host each rank runs on.
 *
 * @param places host and program of each rank
 * @param allocation the hosts, with their slots as far as they are known
 * @param slotLists what a rankfile says of each rank; none: there is none
 */
record Spread(List<Place> places, Allocation allocation, List<String> slotLists) {
  /** The numbers of each host's ranks. */
  List<List<Integer>> ranksOfHosts() {
    List<List<Integer>> ofHosts = new ArrayList<>();
    for (int host = 0; host < allocation.hosts().size(); host++) {
      ofHosts.add(new ArrayList<>());
    }
    for (int rank = 0; rank < places.size(); rank++) {
      ofHosts.get(places.get(rank).host()).add(rank);
    }
    return ofHosts;
  }
}
