package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.time.Duration;
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
 * @param stdin who reads standard input
 * @param output what becomes of the ranks' output
 * @param timeout how long the job may take, or null
 * @param reportOnTimeout whether the ranks' reports are printed when that time is over
 * @param stallReport after how long without any move the ranks' reports are printed, or null
 * @param heartbeat the heartbeat's interval; zero: none
 * @param backingDirectories where ranks keep files, beside /dev/shm
 * @param talk what mpirun says of itself
 */
public record JobPlan(
    List<RankPlan> ranks,
    StandardInput stdin,
    OutputPlan output,
    Duration timeout,
    boolean reportOnTimeout,
    Duration stallReport,
    Duration heartbeat,
    Set<Path> backingDirectories,
    Talk talk) {

  /**
   * What mpirun says of itself.
   *
   * @param verbose what it does
   * @param quiet nothing at all
   * @param allocation the host and its cores
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
    ranks.forEach(rank -> sizes.merge(rank.program(), 1, Integer::sum));
    return List.copyOf(sizes.values());
  }

  /** How many CPUs the ranks have together. */
  public int cores() {
    Set<Integer> cpus = new HashSet<>();
    for (RankPlan rank : ranks) {
      if (rank.cpus().isEmpty()) {
        return Runtime.getRuntime().availableProcessors();
      }
      cpus.addAll(rank.cpus());
    }
    return cpus.size();
  }
}
