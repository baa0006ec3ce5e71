package org.ob1j.launcher.allocation;

import java.util.List;

/**
 * The hosts of a job, and which of them each of its programs may use.
 *
 * @param allocation all of them
 * @param shares those of each program in their order; none: all
 */
public record HostChoice(Allocation allocation, List<List<Share>> shares) {
  /**
   * What a program may have of a host.
   *
   * @param host the host's place in the allocation
   * @param slots how many of its slots; 0: all
   */
  public record Share(int host, int slots) {}
}
