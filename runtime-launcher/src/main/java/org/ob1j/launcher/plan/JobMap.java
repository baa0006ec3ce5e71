package org.ob1j.launcher.plan;

import java.util.List;

/** What --display-map and --display-allocation print, in Open MPI's layout. */
public final class JobMap {
  private static final String TITLE =
      "========================   JOB MAP   ========================";

  private JobMap() {}

  /** What --display-allocation prints. */
  public static String allocation(String host, int cores) {
    return "\n======================   ALLOCATED NODES   ======================\n\t"
        + host
        + ": flags=0x11 slots="
        + cores
        + " max_slots=0 slots_inuse=0 state=UP\n"
        + "=".repeat(65)
        + '\n';
  }

  /** What --display-map prints. */
  public static String of(String host, int cores, List<RankPlan> ranks) {
    StringBuilder text = new StringBuilder();
    text.append(" Data for JOB [1,1] offset 0 Total slots allocated ")
        .append(cores)
        .append("\n\n ");
    text.append(TITLE).append("\n\n Data for node: ").append(host);
    text.append("\tNum slots: ").append(cores);
    text.append("\tMax slots: 0\tNum procs: ").append(ranks.size()).append('\n');
    for (int rank = 0; rank < ranks.size(); rank++) {
      RankPlan plan = ranks.get(rank);
      text.append(" \tProcess OMPI jobid: [1,1] App: ").append(plan.program());
      text.append(" Process rank: ").append(rank);
      text.append(" Bound: ").append(plan.cpus().isEmpty() ? "N/A" : "CPU " + plan.cpuList());
      text.append('\n');
    }
    return text.append("\n ").append("=".repeat(TITLE.length())).append('\n').toString();
  }
}
