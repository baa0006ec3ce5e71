package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything that is known about a rank before it starts.
 *
 * @param program which of the job's programs it runs, from 0
 * @param command the program and its arguments, wrapping apart
 * @param environment what it finds in its environment, its own number apart
 * @param workingDirectory where it starts
 * @param cpus the CPUs that it is tied to; none: it is not bound
 */
public record RankPlan(
    int program,
    List<String> command,
    Map<String, String> environment,
    Path workingDirectory,
    List<Integer> cpus) {

  /** What it is tied to, in words. */
  public String binding() {
    if (cpus.isEmpty()) {
      return "not bound";
    }
    return "bound to " + (cpus.size() == 1 ? "CPU " : "CPUs ") + cpuList();
  }

  /** The CPUs as a list with commas, which {@code taskset} reads, too. */
  public String cpuList() {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  RankPlan boundTo(List<Integer> others) {
    return new RankPlan(program, command, environment, workingDirectory, others);
  }
}
