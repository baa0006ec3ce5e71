package org.ob1j.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.allocation.Host;
import org.ob1j.launcher.allocation.Rankfile;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.placement.HostMapping.Place;
import org.ob1j.launcher.system.LaunchException;

/**
 * Puts each rank where a rankfile says, which need not ask for slots: the user has counted.
 *
 * @param job the options that concern the job
 * @param programs its programs
 * @param rankfile the file
 */
record RankfileSpread(MpirunOptions job, List<MpirunOptions> programs, Rankfile rankfile) {
  /**
   * Puts them there.
   *
   * @param hosts the place in the allocation of the host of each rank
   */
  Spread of(Allocation allocation, Map<Integer, Integer> hosts) throws LaunchException {
    List<Place> places = new ArrayList<>();
    List<String> slotLists = new ArrayList<>();
    for (int program = 0; program < programs.size(); program++) {
      Integer said = JobPlanner.ranksOf(programs.get(program), job);
      int ranks = said == null ? rankfile.lines().size() : said;
      JobPlanner.requireStartable((long) places.size() + ranks);
      for (int i = 0; i < ranks; i++) {
        Integer host = hosts.get(places.size());
        if (host == null) {
          throw LaunchException.usage(
              "--rankfile "
                  + rankfile.file()
                  + " does not say where rank "
                  + places.size()
                  + " runs; it must have a line for each rank");
        }
        String slots = rankfile.lines().get(places.size()).slots();
        slotLists.add(slots == null ? "" : slots);
        places.add(new Place(host, program));
      }
    }
    checkLimits(allocation, places);
    return new Spread(places, allocation, slotLists);
  }

  private void checkLimits(Allocation allocation, List<Place> places) throws LaunchException {
    int[] counts = new int[allocation.hosts().size()];
    for (Place place : places) {
      Host host = allocation.hosts().get(place.host());
      counts[place.host()]++;
      if (host.maxSlots() > 0 && counts[place.host()] > host.maxSlots()) {
        throw LaunchException.usage(
            "--rankfile "
                + rankfile.file()
                + " puts more ranks on "
                + host.name()
                + " than its max_slots, "
                + host.maxSlots());
      }
      if (job.noLocal && host.local()) {
        throw LaunchException.usage(
            "--rankfile " + rankfile.file() + " puts a rank on this host, against --nolocal");
      }
    }
  }
}
