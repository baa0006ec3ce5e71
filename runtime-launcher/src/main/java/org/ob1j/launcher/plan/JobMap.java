package org.ob1j.launcher.plan;

import org.ob1j.launcher.allocation.Host;

/** What --display-map and --display-allocation print, in Open MPI's layout. */
public final class JobMap {
  private static final String TITLE =
      "========================   JOB MAP   ========================";

  private JobMap() {}

  /** What --display-allocation prints. */
  public static String allocation(JobPlan plan) {
    StringBuilder text =
        new StringBuilder("\n======================   ALLOCATED NODES   ======================\n");
    for (Host host : plan.layout().allocation().hosts()) {
      text.append('\t').append(host.name());
      text.append(": flags=").append(host.local() ? "0x11" : "0x10");
      text.append(" slots=").append(slots(host, plan));
      text.append(" max_slots=").append(host.maxSlots());
      text.append(" slots_inuse=0 state=").append(isUsed(host, plan) ? "UP" : "UNKNOWN");
      text.append('\n');
    }
    return text.append("=".repeat(65)).append('\n').toString();
  }

  /** What --display-map prints. */
  public static String of(JobPlan plan) {
    int slots =
        plan.layout().allocation().hosts().stream().mapToInt(host -> slots(host, plan)).sum();
    StringBuilder text = new StringBuilder();
    text.append(" Data for JOB [1,1] offset 0 Total slots allocated ").append(slots);
    text.append("\n\n ").append(TITLE).append('\n');
    for (HostPlan host : plan.hosts()) {
      append(host, plan, text);
    }
    return text.append("\n ").append("=".repeat(TITLE.length())).append('\n').toString();
  }

  private static void append(HostPlan host, JobPlan plan, StringBuilder text) {
    text.append("\n Data for node: ").append(host.host().name());
    text.append("\tNum slots: ").append(slots(host.host(), plan));
    text.append("\tMax slots: ").append(host.host().maxSlots());
    text.append("\tNum procs: ").append(host.ranks().size()).append('\n');
    for (int rank : host.ranks()) {
      RankPlan its = plan.ranks().get(rank);
      text.append(" \tProcess OMPI jobid: [1,1] App: ").append(its.program());
      text.append(" Process rank: ").append(rank);
      text.append(" Bound: ").append(its.cpus().isEmpty() ? "N/A" : "CPU " + its.cpuList());
      text.append('\n');
    }
  }

  private static boolean isUsed(Host host, JobPlan plan) {
    return host.local()
        || plan.hosts().stream().anyMatch(each -> each.host().name().equals(host.name()));
  }

  /** This host has as many as cores where nobody says anything of slots. */
  private static int slots(Host host, JobPlan plan) {
    return host.slotsAreCores() && host.local() ? plan.cores() : host.slots();
  }
}
