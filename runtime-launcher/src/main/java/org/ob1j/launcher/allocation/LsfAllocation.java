package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import org.ob1j.launcher.system.LaunchException;

/**
 * The hosts that LSF has given to a job, by the first of: a file with a line for each slot, hosts
 * and their slots in turn, a word for each slot.
 */
final class LsfAllocation {
  private static final String FILE = "LSB_DJOB_HOSTFILE";
  private static final String PAIRS = "LSB_MCPU_HOSTS";
  private static final String SLOTS = "LSB_HOSTS";

  private LsfAllocation() {}

  /** The allocation; null outside of one. */
  static Allocation find(Site site) throws LaunchException {
    String job = site.variable("LSB_JOBID");
    if (job == null) {
      return null;
    }
    List<Host> hosts = hosts(site);
    return hosts == null ? null : new Allocation(hosts, Manager.LSF, "LSF's job " + job);
  }

  private static List<Host> hosts(Site site) throws LaunchException {
    String file = site.variable(FILE);
    if (file != null) {
      return PbsAllocation.lineForSlot(FILE, file, site);
    }
    String pairs = site.variable(PAIRS);
    String slots = site.variable(SLOTS);
    if (pairs == null && slots == null) {
      return null;
    }
    List<Mention> mentions = new ArrayList<>();
    if (pairs != null) {
      addPairs(pairs, mentions);
    } else {
      for (String host : slots.split("\\s+")) {
        mentions.add(Mention.slot(SLOTS, host));
      }
    }
    return HostTable.sum(mentions, site.me(), 1);
  }

  private static void addPairs(String pairs, List<Mention> mentions) throws LaunchException {
    String[] words = pairs.split("\\s+");
    if (words.length % 2 != 0) {
      throw LaunchException.usage(
          PAIRS + " is '" + pairs + "'; it must be hosts and their slots in turn");
    }
    for (int i = 0; i < words.length; i += 2) {
      Mention host = Mention.slot(PAIRS, words[i]);
      mentions.add(host.with(null, Mention.count(PAIRS, pairs, words[i + 1]), 0));
    }
  }
}
