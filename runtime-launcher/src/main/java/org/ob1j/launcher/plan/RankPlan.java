package org.ob1j.launcher.plan;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Everything that is known about a rank before it starts. Of a rank on another host, command and
 * environment are what the user says; the host makes of them what it starts ({@link
 * ProgramRequest#resolve}).
 *
 * @param program which of the job's programs it runs, from 0
 * @param host the place of its host among those of the plan
 * @param localRank its place among the job's ranks there, from 0
 * @param command the program and its arguments, wrapping apart
 * @param environment what it finds in its environment, its own number apart
 * @param workingDirectory where it starts
 * @param cpus the CPUs that it is tied to; none: it is not bound, or its host has not said to which
 */
public record RankPlan(
    int program,
    int host,
    int localRank,
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

  /** The same with these CPUs. */
  public RankPlan boundTo(List<Integer> others) {
    return new RankPlan(
        program, host, localRank, command, environment, workingDirectory, List.copyOf(others));
  }

  /** The same in this place. */
  public RankPlan at(int otherHost, int otherLocalRank) {
    return new RankPlan(
        program, otherHost, otherLocalRank, command, environment, workingDirectory, cpus);
  }
}
