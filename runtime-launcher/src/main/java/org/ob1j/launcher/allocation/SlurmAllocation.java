package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/** The hosts that Slurm has given to a job (salloc, sbatch). */
final class SlurmAllocation {
  private static final String TASKS = "SLURM_TASKS_PER_NODE";
  private static final String CPUS = "SLURM_JOB_CPUS_PER_NODE";
  private static final String CPUS_PER_TASK = "SLURM_CPUS_PER_TASK";

  private SlurmAllocation() {}

  /** The allocation; null outside of one. */
  static Allocation find(Site site) throws LaunchException {
    String job = first(site, "SLURM_JOB_ID", "SLURM_JOBID");
    String variable =
        site.variable("SLURM_JOB_NODELIST") == null ? "SLURM_NODELIST" : "SLURM_JOB_NODELIST";
    String nodes = site.variable(variable);
    if (job == null || nodes == null) {
      return null;
    }
    List<String> names = SlurmNodeList.names(variable, nodes);
    List<Integer> slots = slots(site, names.size());
    List<Mention> mentions = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      mentions.add(Mention.parse(variable, names.get(i)).with(null, slots.get(i), 0));
    }
    return new Allocation(
        HostTable.sum(mentions, site.me(), 1), Manager.SLURM, "Slurm's job " + job);
  }

  private static String first(Site site, String name, String older) {
    return site.variable(name) == null ? site.variable(older) : site.variable(name);
  }

  /** Slots of each host; a step inside the job may know the tasks of its own hosts alone. */
  private static List<Integer> slots(Site site, int hosts) throws LaunchException {
    String tasks = site.variable(TASKS);
    List<Integer> slots = tasks == null ? List.of() : counts(TASKS, tasks);
    if (slots.size() >= hosts) {
      return slots;
    }
    String cpus = site.variable(CPUS);
    List<Integer> cores = cpus == null ? List.of() : counts(CPUS, cpus);
    if (cores.size() < hosts) {
      throw LaunchException.usage(
          said(TASKS, tasks)
              + " and "
              + said(CPUS, cpus)
              + "; one of them must have a"
              + " number for each of the "
              + hosts
              + " hosts of the job, as in 4(x2),1");
    }
    String each = site.variable(CPUS_PER_TASK);
    int coresOfEach = each == null ? 1 : Mention.count(CPUS_PER_TASK, each, each);
    return cores.stream().map(count -> Math.max(1, count / coresOfEach)).toList();
  }

  private static String said(String variable, String value) {
    return variable + (value == null ? " is not set" : " is '" + value + "'");
  }

  /** Reads {@code 4(x2),1}. */
  static List<Integer> counts(String variable, String text) throws LaunchException {
    List<Integer> counts = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (!part.matches("[0-9]{1,6}(\\(x[0-9]{1,6}\\))?")) {
        throw LaunchException.usage(
            variable + " is '" + text + "'; it must be a list of numbers such as 4(x2),1");
      }
      String[] words = part.split("\\(x|\\)");
      int repeated = words.length < 2 ? 1 : Integer.parseInt(words[1]);
      for (int i = 0; i < repeated; i++) {
        counts.add(Integer.parseInt(words[0]));
      }
    }
    return counts;
  }
}
