package org.ob1j.launcher.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.ProgramTask;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.plan.ProgramRequest;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;

/**
 * What another host is to do for a job, as far as mpirun knows it: which files and CPUs that are
 * there, the host finds out itself.
 *
 * @param task all that is known; its programs are empty, its ranks are not bound
 * @param programs what the ranks run, as the command line says it
 * @param exported what ranks find in their environment beside what is there
 * @param binding what ranks are to be tied to
 */
record AgentTask(
    HostTask task,
    List<ProgramRequest> programs,
    Map<String, String> exported,
    BindingRequest binding) {

  /**
   * The task with what this host has.
   *
   * @param library ob1j's jars here
   * @throws LaunchException if a program, a folder or a CPU is not there
   */
  HostTask resolve(Library library) throws LaunchException {
    Map<String, String> environment = new HashMap<>(NativeText.environment());
    // What the agent itself was started with.
    environment.keySet().removeIf(name -> name.startsWith("OB1J_"));
    environment.remove("_JAVA_SR_SIGNUM");
    environment.putAll(exported);
    List<ProgramTask> resolved = new ArrayList<>();
    for (ProgramRequest program : programs) {
      RankPlan plan = program.resolve(library, environment);
      resolved.add(
          new ProgramTask(
              plan.command(), plan.environment(), NativeText.text(plan.workingDirectory())));
    }
    List<List<Integer>> cpus = binding.cpus(task.ranks().size());
    List<RankTask> ranks = new ArrayList<>();
    Set<Integer> used = new TreeSet<>();
    boolean allBound = true;
    for (int i = 0; i < task.ranks().size(); i++) {
      List<Integer> its = cpus.isEmpty() ? List.of() : cpus.get(i);
      ranks.add(task.ranks().get(i).boundTo(its));
      used.addAll(its);
      allBound &= !its.isEmpty();
    }
    int cores = allBound ? used.size() : Runtime.getRuntime().availableProcessors();
    return task.with(cores, resolved, ranks);
  }
}
