package org.ob1j.launcher.agent.message;

import java.io.IOException;
import java.nio.file.Path;
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
import org.ob1j.launcher.placement.HostMemory;
import org.ob1j.launcher.plan.HeapWarning;
import org.ob1j.launcher.plan.ProgramRequest;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.HiddenVariables;
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
public record AgentTask(
    HostTask task,
    List<ProgramRequest> programs,
    Map<String, String> exported,
    BindingRequest binding) {

  /**
   * What the task comes to on its host.
   *
   * @param warning what the user should know of it, or null
   */
  public record Resolved(HostTask task, String warning) {}

  /**
   * The task with what this host has.
   *
   * @param library ob1j's jars here
   * @param root below which the files of the programs are, or null: where the command says
   * @throws LaunchException if a program, a folder or a CPU is not there
   */
  public Resolved resolve(Library library, Path root) throws LaunchException, IOException {
    Map<String, String> environment = new HashMap<>(NativeText.environment());
    HiddenVariables.restore(environment);
    // What the agent itself was started with.
    environment.keySet().removeIf(name -> name.startsWith("OB1J_"));
    environment.remove("_JAVA_SR_SIGNUM");
    environment.putAll(exported);
    Map<Integer, RankPlan> plans = new HashMap<>();
    List<ProgramTask> resolved = new ArrayList<>();
    for (ProgramRequest program : programs) {
      if (task.ranks().stream().noneMatch(rank -> rank.program() == program.program())) {
        // Ranks of other hosts run it, and here it need not be.
        resolved.add(new ProgramTask(program.command(), Map.of(), program.workingDirectory()));
        continue;
      }
      ProgramRequest here = root == null ? program : program.below(root);
      RankPlan plan = here.resolve(library, environment);
      plans.put(program.program(), plan);
      resolved.add(
          new ProgramTask(
              plan.command(), plan.environment(), NativeText.text(plan.workingDirectory())));
    }
    List<RankPlan> all = task.ranks().stream().map(rank -> plans.get(rank.program())).toList();
    return new Resolved(bound(resolved), HeapWarning.of("it", all, HostMemory::ofThisHost));
  }

  private HostTask bound(List<ProgramTask> resolved) throws LaunchException {
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
