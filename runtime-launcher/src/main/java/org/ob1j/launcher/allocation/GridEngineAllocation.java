package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/** The hosts of Grid Engine's parallel environments: {@code host slots queue processors}. */
final class GridEngineAllocation {
  private static final String FILE = "PE_HOSTFILE";

  private GridEngineAllocation() {}

  /** The allocation; null outside of one. */
  static Allocation find(Site site) throws LaunchException {
    String file = site.variable(FILE);
    if (file == null) {
      return null;
    }
    List<Mention> mentions = new ArrayList<>();
    for (String line : site.lines(FILE, file)) {
      if (!line.isBlank()) {
        mentions.add(mention(file, line.trim()));
      }
    }
    if (mentions.isEmpty()) {
      throw LaunchException.usage(FILE + " names the file '" + file + "', which has no host");
    }
    String job = site.variable("JOB_ID");
    return new Allocation(
        HostTable.sum(mentions, site.me(), 1),
        Manager.GRID_ENGINE,
        "Grid Engine's job " + (job == null ? "by " + file : job));
  }

  private static Mention mention(String file, String line) throws LaunchException {
    String[] words = line.split("\\s+");
    if (words.length < 2) {
      throw LaunchException.usage(
          file + " has the line '" + line + "'; it must be HOST SLOTS QUEUE PROCESSORS");
    }
    Mention host = Mention.slot(file, words[0]);
    return host.with(null, Mention.count(file, line, words[1]), 0);
  }
}
