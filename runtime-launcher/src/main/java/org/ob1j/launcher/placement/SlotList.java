package org.ob1j.launcher.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * The CPUs that a line of a rankfile says: {@code 0-2,5} are cores of the host, {@code 1:0-2} cores
 * of its socket 1, {@code 1:*} the whole socket; several with a semicolon between.
 */
final class SlotList {
  private final String text;
  private final Level unit;
  private final CpuTopology topology;

  private SlotList(String text, Level unit, CpuTopology topology) {
    this.text = text;
    this.unit = unit;
    this.topology = topology;
  }

  /**
   * The CPUs.
   *
   * @param unit what a number stands for: a core, or a hardware thread
   */
  static List<Integer> cpus(String text, Level unit, CpuTopology topology) throws LaunchException {
    SlotList list = new SlotList(text, unit, topology);
    TreeSet<Integer> cpus = new TreeSet<>();
    for (String part : text.split(";")) {
      int colon = part.indexOf(':');
      List<List<Integer>> cores =
          colon < 0 ? topology.groups(unit) : list.coresOfSocket(part.substring(0, colon));
      list.choose(cores, part.substring(colon + 1)).forEach(cpus::addAll);
    }
    return List.copyOf(cpus);
  }

  private List<List<Integer>> coresOfSocket(String number) throws LaunchException {
    List<List<Integer>> sockets = topology.groups(Level.SOCKET);
    int socket = Integer.parseInt(number);
    if (socket >= sockets.size()) {
      throw tooMany("socket " + socket, "sockets", sockets.size());
    }
    List<Integer> its = sockets.get(socket);
    return topology.groups(unit).stream().filter(core -> its.contains(core.get(0))).toList();
  }

  private List<List<Integer>> choose(List<List<Integer>> cores, String numbers)
      throws LaunchException {
    if (numbers.equals("*")) {
      return cores;
    }
    List<List<Integer>> chosen = new ArrayList<>();
    for (int number : CpuTopology.parse(numbers)) {
      if (number >= cores.size()) {
        throw tooMany("core " + number, "cores", cores.size());
      }
      chosen.add(cores.get(number));
    }
    return chosen;
  }

  private LaunchException tooMany(String what, String of, int count) {
    return LaunchException.usage(
        "--rankfile has slot="
            + text
            + " with "
            + what
            + "; the host has "
            + count
            + " "
            + of
            + ", of which the first is 0");
  }
}
