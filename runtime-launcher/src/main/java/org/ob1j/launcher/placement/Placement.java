package org.ob1j.launcher.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.ob1j.launcher.placement.CpuTopology.Level;
import org.ob1j.launcher.system.LaunchException;

/**
 * Which CPUs each rank is tied to.
 *
 * <pre>
 *   --map-by     chooses a socket, cache … for each rank
 *   pe=N         gives it the next N cores there
 *   --bind-to    widens these to the whole socket, cache … that they belong to
 *   --rank-by    gives these places their numbers
 * </pre>
 */
public final class Placement {
  private final Mapping mapping;
  private final int coresOfEach;

  /** The cores of each part of the host that ranks go to in turn. */
  private final List<List<List<Integer>>> parts = new ArrayList<>();

  /** How many cores of each part have been given to ranks. */
  private final int[] taken;

  private Placement(Mapping mapping, Level unit, CpuTopology topology) throws LaunchException {
    this.mapping = mapping;
    coresOfEach = Math.max(1, mapping.coresOfEach());
    List<List<Integer>> cores = topology.groups(unit);
    boolean coreByCore = mapping.by() == Level.HWTHREAD || mapping.by() == unit;
    boolean oneAfterTheOther = mapping.by() == null || coreByCore && mapping.ranksOnEach() == 0;
    for (List<Integer> part : topology.groups(oneAfterTheOther ? Level.BOARD : mapping.by())) {
      parts.add(cores.stream().filter(core -> core.stream().anyMatch(part::contains)).toList());
    }
    int largest = parts.stream().mapToInt(List::size).max().orElse(0);
    if (coresOfEach > largest) {
      throw LaunchException.usage(
          "each rank is to have "
              + coresOfEach
              + " cores; there are no more than "
              + largest
              + " in one "
              + (oneAfterTheOther ? Level.BOARD : mapping.by()).name().toLowerCase(Locale.ROOT));
    }
    taken = new int[parts.size()];
  }

  /**
   * Places ranks.
   *
   * @param ranks how many
   * @param oversubscribe whether ranks may share cores
   * @return for each rank its CPUs
   * @throws LaunchException if there are too few cores
   */
  public static List<List<Integer>> of(
      int ranks, Mapping mapping, Binding binding, CpuTopology topology, boolean oversubscribe)
      throws LaunchException {
    boolean ofCores = binding.to() == Level.CORE || binding.to() == Level.HWTHREAD;
    Level unit = ofCores ? binding.to() : mapping.unit();
    boolean ownCores = binding.to() == unit || mapping.coresOfEach() > 0;
    Placement placement = new Placement(mapping, unit, topology);
    List<List<List<Integer>>> places = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      int part = placement.choose(rank, ownCores && !oversubscribe);
      if (part < 0) {
        throw placement.tooFew(ranks);
      }
      places.add(placement.take(part));
    }
    if (mapping.rankBy() != null) {
      places = numbered(places, topology.groups(mapping.rankBy()));
    }
    List<List<Integer>> groups = topology.groups(binding.to());
    return places.stream().map(cores -> widened(cores, groups)).toList();
  }

  /** Which part of the host a rank goes to; -1 if no part has enough cores left that it needs. */
  private int choose(int rank, boolean needsItsOwn) {
    int turn = mapping.ranksOnEach() > 0 ? rank / mapping.ranksOnEach() : rank;
    for (int i = 0; i < parts.size(); i++) {
      int part = (turn + i) % parts.size();
      if (!needsItsOwn || taken[part] + coresOfEach <= parts.get(part).size()) {
        return part;
      }
    }
    return -1;
  }

  /** The next cores of a part, from the first again when all are taken. */
  private List<List<Integer>> take(int part) {
    List<List<Integer>> cores = parts.get(part);
    List<List<Integer>> own = new ArrayList<>();
    for (int i = 0; i < Math.min(coresOfEach, cores.size()); i++) {
      own.add(cores.get((taken[part] + i) % cores.size()));
    }
    taken[part] += own.size();
    return own;
  }

  private LaunchException tooFew(int ranks) {
    int cores = parts.stream().mapToInt(List::size).sum();
    String each =
        parts.size() == 1
            ? ""
            : ", each rank's in one " + mapping.by().name().toLowerCase(Locale.ROOT);
    return LaunchException.usage(
        ranks
            + " ranks need "
            + (long) ranks * coresOfEach
            + " cores to be bound to"
            + each
            + "; "
            + cores
            + " may be used; --oversubscribe lets ranks share them");
  }

  private static List<Integer> widened(List<List<Integer>> cores, List<List<Integer>> groups) {
    TreeSet<Integer> cpus = new TreeSet<>();
    for (List<Integer> core : cores) {
      groups.stream().filter(group -> group.contains(core.get(0))).forEach(cpus::addAll);
    }
    return List.copyOf(cpus);
  }

  /** The places with the numbers that --rank-by gives them: one of each group in turn. */
  private static List<List<List<Integer>>> numbered(
      List<List<List<Integer>>> places, List<List<Integer>> groups) {
    List<List<List<List<Integer>>>> ofGroups = new ArrayList<>();
    for (List<Integer> group : groups) {
      ofGroups.add(places.stream().filter(cores -> group.contains(firstCpu(cores))).toList());
    }
    List<List<List<Integer>>> numbered = new ArrayList<>();
    for (int turn = 0; numbered.size() < places.size(); turn++) {
      for (List<List<List<Integer>>> ofGroup : ofGroups) {
        if (turn < ofGroup.size()) {
          numbered.add(ofGroup.get(turn));
        }
      }
    }
    return numbered;
  }

  private static int firstCpu(List<List<Integer>> cores) {
    return cores.get(0).get(0);
  }
}
