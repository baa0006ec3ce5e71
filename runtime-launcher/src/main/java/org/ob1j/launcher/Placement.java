package org.ob1j.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.ob1j.launcher.Topology.Level;

/**
 * Which CPUs each rank is tied to.
 *
 * <pre>
 *   --map-by     puts the cores in an order
 *   pe=N         gives each rank the next N of them
 *   --bind-to    widens these to the whole socket, cache … that they belong to
 * </pre>
 */
final class Placement {
  private Placement() {}

  /**
   * Places ranks.
   *
   * @param ranks how many
   * @param oversubscribe whether ranks may share cores
   * @return for each rank its CPUs; none if it is not bound
   * @throws LaunchException if there are too few cores
   */
  static List<List<Integer>> of(
      int ranks, Mapping mapping, Binding binding, Topology topology, boolean oversubscribe)
      throws LaunchException {
    Level unit = binding.to() == Level.HWTHREAD ? Level.HWTHREAD : Level.CORE;
    List<List<Integer>> cores = order(topology, unit, mapping.by());
    int each = Math.max(1, mapping.coresOfEach());
    boolean ownCores = binding.to() == unit || mapping.coresOfEach() > 0;
    if (ownCores && (long) ranks * each > cores.size() && !oversubscribe) {
      throw MpirunOptions.usage(
          ranks
              + " ranks need "
              + (long) ranks * each
              + " cores to be bound to, "
              + cores.size()
              + " may be used; --oversubscribe lets ranks share them");
    }
    List<List<Integer>> groups = topology.groups(binding.to());
    List<List<Integer>> placement = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      TreeSet<Integer> cpus = new TreeSet<>();
      for (long i = 0; i < Math.min(each, cores.size()); i++) {
        int cpu = cores.get((int) (((long) rank * each + i) % cores.size())).get(0);
        groups.stream().filter(group -> group.contains(cpu)).forEach(cpus::addAll);
      }
      placement.add(List.copyOf(cpus));
    }
    return placement;
  }

  /** The cores in the order in which ranks go round them. */
  private static List<List<Integer>> order(Topology topology, Level unit, Level by)
      throws LaunchException {
    List<List<Integer>> cores = topology.groups(unit);
    if (by == null || by == Level.BOARD || by == unit) {
      return cores;
    }
    List<List<Integer>> order = new ArrayList<>();
    List<List<Integer>> groups = topology.groups(by);
    for (int turn = 0; order.size() < cores.size(); turn++) {
      for (List<Integer> group : groups) {
        cores.stream()
            .filter(core -> group.contains(core.get(0)))
            .skip(turn)
            .findFirst()
            .ifPresent(order::add);
      }
    }
    return order;
  }
}
