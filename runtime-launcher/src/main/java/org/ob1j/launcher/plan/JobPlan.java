package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ob1j.launcher.stdio.OutputPlan;
import org.ob1j.launcher.stdio.StandardInput;

/**
 * Everything that is known about a job before it starts.
 *
 * @param ranks the ranks, by number
 * @param layout how they are spread over hosts
 * @param stdin who reads standard input
 * @param output what becomes of the ranks' output
 * @param timeout how long the job may take, or null
 * @param reportOnTimeout whether the ranks' reports are printed when that time is over
 * @param stallReport after how long without any move the ranks' reports are printed, or null
 * @param heartbeat the heartbeat's interval; zero: none
 * @param talk what mpirun says of itself
 */
public record JobPlan(
    List<RankPlan> ranks,
    Layout layout,
    StandardInput stdin,
    OutputPlan output,
    Duration timeout,
    boolean reportOnTimeout,
    Duration stallReport,
    Duration heartbeat,
    Talk talk) {

  /**
   * What mpirun says of itself.
   *
   * @param verbose what it does
   * @param quiet nothing at all
   * @param allocation the hosts and their slots
   * @param map where ranks run
   * @param bindings what each rank is tied to
   */
  public record Talk(
      boolean verbose, boolean quiet, boolean allocation, boolean map, boolean bindings) {}

  /** How many ranks there are. */
  public int size() {
    return ranks.size();
  }

  /** How many ranks run each program. */
  public List<Integer> programSizes() {
    Map<Integer, Integer> sizes = new TreeMap<>();
    for (RankPlan rank : ranks) {
      sizes.put(rank.program(), sizes.getOrDefault(rank.program(), 0) + 1);
    }
    return List.copyOf(sizes.values());
  }

  /** The hosts that have ranks. */
  public List<HostPlan> hosts() {
    return layout.hosts();
  }

  /** The place of this host among them; -1 if it has no ranks. */
  public int thisHost() {
    for (int i = 0; i < hosts().size(); i++) {
      if (hosts().get(i).host().local()) {
        return i;
      }
    }
    return -1;
  }

  /** Where this host's ranks keep files, beside /dev/shm and /tmp. */
  public Set<Path> backingDirectories() {
    return thisHost() < 0 ? Set.of() : hosts().get(thisHost()).backingDirectories();
  }

  /** How many CPUs this host's ranks have together. */
  public int cores() {
    Set<Integer> cpus = new HashSet<>();
    int here = thisHost();
    for (RankPlan rank : ranks) {
      if (rank.host() == here) {
        if (rank.cpus().isEmpty()) {
          return Runtime.getRuntime().availableProcessors();
        }
        cpus.addAll(rank.cpus());
      }
    }
    return cpus.size();
  }

  /**
   * The plan with the CPUs that another host has given its ranks.
   *
   * @param host its place among those of the plan
   * @param cpus those of each of its ranks; none: they are not bound
   */
  public JobPlan bound(int host, List<List<Integer>> cpus) {
    List<RankPlan> all = new ArrayList<>(ranks);
    List<Integer> its = hosts().get(host).ranks();
    for (int local = 0; local < cpus.size(); local++) {
      int rank = its.get(local);
      all.set(rank, all.get(rank).boundTo(cpus.get(local)));
    }
    return new JobPlan(
        List.copyOf(all),
        layout,
        stdin,
        output,
        timeout,
        reportOnTimeout,
        stallReport,
        heartbeat,
        talk);
  }
}
