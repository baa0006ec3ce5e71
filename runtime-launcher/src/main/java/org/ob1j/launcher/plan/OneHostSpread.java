package org.ob1j.launcher.plan;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.allocation.Allocation;
import org.ob1j.launcher.commandline.MpirunOptions;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.CpuTopology;
import org.ob1j.launcher.placement.HostMapping.Place;
import org.ob1j.launcher.system.LaunchException;

/**
 * How many ranks a job has on this host if nobody says which hosts there are: then slots are not
 * enforced.
 *
 * @param job the options that concern the job
 * @param programs its programs
 * @param binding what its ranks are tied to
 */
record OneHostSpread(MpirunOptions job, List<MpirunOptions> programs, BindingRequest binding) {
  /** More than a host has process ids for is a mistake. */
  static final int MAX_RANKS = 100_000;

  /** All ranks on the one host of the allocation. */
  Spread of(Allocation allocation) throws LaunchException {
    if (job.noLocal) {
      throw LaunchException.usage(
          "--nolocal: no host is left for ranks; --host and --hostfile name others");
    }
    Integer perHost = ranksPerHost();
    List<Place> places = new ArrayList<>();
    for (int program = 0; program < programs.size(); program++) {
      int count = count(programs.get(program), perHost);
      if ((long) places.size() + count > MAX_RANKS) {
        throw LaunchException.usage(
            (long) places.size() + count + " ranks are too many; one host runs up to " + MAX_RANKS);
      }
      for (int i = 0; i < count; i++) {
        places.add(new Place(0, program));
      }
    }
    checkThatTheyFit(places.size(), perHost);
    return new Spread(places, allocation, List.of());
  }

  private void checkThatTheyFit(int ranks, Integer perHost) throws LaunchException {
    if (perHost != null && ranks > perHost) {
      String limit =
          job.ranksPerHost != null ? "-N " + perHost + " on each" : "the " + perHost + " of ppr";
      String option = programs.size() == 1 && job.ranksPerHost != null ? "-n " : "";
      throw LaunchException.usage(option + ranks + " ranks do not fit on one host with " + limit);
    }
    if (job.mapping.refusesToOversubscribe()) {
      int cores = topology().groups(job.mapping.unit()).size();
      if (ranks > cores) {
        throw LaunchException.usage(
            "--nooversubscribe: " + ranks + " ranks are more than the " + cores + " cores");
      }
    }
  }

  /** What -N or --map-by ppr say; null if they do not. */
  private Integer ranksPerHost() throws LaunchException {
    return job.ranksPerHost != null || job.mapping.ranksOnEach() == 0
        ? job.ranksPerHost
        : job.mapping.ranksOnHost(topology());
  }

  private int count(MpirunOptions program, Integer perHost) throws LaunchException {
    Integer said = JobPlanner.ranksOf(program, job);
    if (said != null) {
      return said;
    }
    if (perHost != null) {
      return perHost;
    }
    return job.cpuSet == null
        ? Runtime.getRuntime().availableProcessors()
        : topology().groups(job.mapping.unit()).size();
  }

  private CpuTopology topology() throws LaunchException {
    return binding.topology();
  }
}
