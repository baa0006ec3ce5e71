package org.ob1j.launcher.plan;

import java.util.List;
import java.util.Map;
import org.ob1j.launcher.allocation.Allocation;

/**
 * How a job is spread over hosts.
 *
 * @param allocation the hosts that there are, with their slots as far as they are known
 * @param hosts those that have ranks, in the order of the allocation
 * @param programs what the job runs
 * @param exported what ranks on other hosts find in their environment beside what is there: the
 *     job's parameters and what all programs are given
 */
public record Layout(
    Allocation allocation,
    List<HostPlan> hosts,
    List<ProgramRequest> programs,
    Map<String, String> exported) {
  public Layout {
    hosts = List.copyOf(hosts);
    programs = List.copyOf(programs);
    exported = Map.copyOf(exported);
  }
}
