package org.ob1j.launcher.allocation;

import java.util.List;

/**
 * What a command line and its parameters say about hosts.
 *
 * @param programHosts the values of --host of each program; none: the program takes all hosts
 * @param hostfile what --hostfile names, or null
 * @param defaultHostfile what --default-hostfile names, "none" or null
 * @param rankfile what --rankfile says, or null
 */
public record HostRequest(
    List<List<String>> programHosts, String hostfile, String defaultHostfile, Rankfile rankfile) {
  public HostRequest {
    programHosts = List.copyOf(programHosts);
  }

  boolean namesHosts() {
    boolean namesHosts = false;
    for (List<String> hosts : programHosts) {
      namesHosts |= !hosts.isEmpty();
    }
    return namesHosts;
  }
}
