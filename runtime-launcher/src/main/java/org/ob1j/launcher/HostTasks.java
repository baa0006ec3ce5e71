package org.ob1j.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.ProgramTask;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.stdio.StandardInput;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.job.NodeMap;

/** What each host is to do for a job, by the job's plan. Decisions only. */
final class HostTasks {
  private HostTasks() {}

  /** What mpirun's own host is to do, complete. */
  static HostTask ofThisHost(JobPlan plan, int host, boolean crowdedMachine) {
    List<ProgramTask> programs = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    List<RankTask> ranks = new ArrayList<>();
    for (int rank : plan.hosts().get(host).ranks()) {
      RankPlan its = plan.ranks().get(rank);
      if (!places.containsKey(its.program())) {
        places.put(its.program(), programs.size());
        programs.add(
            new ProgramTask(
                its.command(), its.environment(), NativeText.text(its.workingDirectory())));
      }
      ranks.add(
          new RankTask(rank, places.get(its.program()), its.cpus(), input(plan.stdin(), rank)));
    }
    return task(plan, host, plan.cores(), crowdedMachine, programs, ranks);
  }

  /** What another host is to do, apart from what it must find out itself. */
  static HostTask ofOther(JobPlan plan, int host, boolean crowdedMachine) {
    List<RankTask> ranks = new ArrayList<>();
    for (int rank : plan.hosts().get(host).ranks()) {
      boolean reads = isSentTo(plan, rank);
      ranks.add(
          new RankTask(
              rank,
              plan.ranks().get(rank).program(),
              List.of(),
              reads ? RankTask.Input.SENT : RankTask.Input.NOTHING));
    }
    return task(plan, host, 1, crowdedMachine, List.of(), ranks);
  }

  private static HostTask task(
      JobPlan plan,
      int host,
      int cores,
      boolean crowdedMachine,
      List<ProgramTask> programs,
      List<RankTask> ranks) {
    List<String> directories = new ArrayList<>();
    for (Path directory : plan.hosts().get(host).backingDirectories()) {
      directories.add(NativeText.text(directory));
    }
    return new HostTask(
        plan.size(),
        plan.programSizes(),
        nodes(plan),
        cores,
        crowdedMachine,
        plan.heartbeat(),
        directories,
        programs,
        ranks);
  }

  private static NodeMap nodes(JobPlan plan) {
    return plan.hosts().size() == 1
        ? NodeMap.oneNode(plan.size())
        : NodeMap.of(plan.ranks().stream().mapToInt(RankPlan::host).toArray());
  }

  /** Whether mpirun reads standard input for a rank and passes it on. */
  static boolean isSentTo(JobPlan plan, int rank) {
    boolean elsewhere = plan.ranks().get(rank).host() != plan.thisHost();
    return plan.stdin().isCopiedTo(rank) || elsewhere && plan.stdin().rank() == rank;
  }

  private static RankTask.Input input(StandardInput stdin, int rank) {
    if (stdin.isCopiedTo(rank)) {
      return RankTask.Input.SENT;
    }
    return stdin.rank() == rank ? RankTask.Input.MPIRUNS : RankTask.Input.NOTHING;
  }
}
