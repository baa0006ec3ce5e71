package org.ob1j.launcher.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.job.HostIdentity;

/**
 * The machine that a host is. Hosts that are containers of one machine have it in common, and its
 * CPUs.
 *
 * @param id names the machine, as long as it runs
 * @param cpus how many it has, whatever a container may use of them; 0: it is not known
 */
public record Machine(String id, int cpus) {
  private static final Path ONLINE = Path.of("/sys/devices/system/cpu/online");

  /** The machine of this process. */
  public static Machine ofThisHost() {
    return new Machine(HostIdentity.machine(), cpus(ONLINE));
  }

  static int cpus(Path online) {
    try {
      return CpuTopology.parse(Files.readString(online).trim()).size();
    } catch (IOException | NumberFormatException notLinux) {
      return 0;
    }
  }

  /**
   * Which hosts share their CPUs with ranks of other hosts.
   *
   * @param machines of each host
   * @param ranks how many each host has
   * @return for each host, whether there are others of its machine, and more ranks on all of them
   *     than the machine has CPUs
   */
  public static List<Boolean> crowded(List<Machine> machines, List<Integer> ranks) {
    Map<String, Integer> hosts = new HashMap<>();
    Map<String, Integer> sums = new HashMap<>();
    for (int i = 0; i < machines.size(); i++) {
      hosts.merge(machines.get(i).id, 1, Integer::sum);
      sums.merge(machines.get(i).id, ranks.get(i), Integer::sum);
    }
    List<Boolean> crowded = new ArrayList<>();
    for (Machine machine : machines) {
      boolean more = machine.cpus > 0 && sums.get(machine.id) > machine.cpus;
      crowded.add(more && hosts.get(machine.id) > 1);
    }
    return crowded;
  }
}
