package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/** The hosts that PBS or Torque has given to a job: in its file each line is a slot. */
final class PbsAllocation {
  private static final String FILE = "PBS_NODEFILE";

  private PbsAllocation() {}

  /** The allocation; null outside of one. */
  static Allocation find(Site site) throws LaunchException {
    String file = site.variable(FILE);
    if (file == null) {
      return null;
    }
    String job = site.variable("PBS_JOBID");
    String source = "PBS's job " + (job == null ? "by " + file : job);
    return new Allocation(lineForSlot(FILE, file, site), Manager.PBS, source);
  }

  /** Reads a file with a line for each slot. */
  static List<Host> lineForSlot(String variable, String file, Site site) throws LaunchException {
    List<Mention> mentions = new ArrayList<>();
    for (String line : site.lines(variable, file)) {
      if (!line.isBlank()) {
        mentions.add(Mention.slot(file, line.trim()));
      }
    }
    if (mentions.isEmpty()) {
      throw LaunchException.usage(variable + " names the file '" + file + "', which has no host");
    }
    return HostTable.sum(mentions, site.me(), 1);
  }
}
