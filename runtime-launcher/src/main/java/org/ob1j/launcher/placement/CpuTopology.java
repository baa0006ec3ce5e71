package org.ob1j.launcher.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** How the CPUs that a job may use belong together, from Linux's /proc and /sys. */
public final class CpuTopology {
  /** What CPUs can have in common, with Open MPI's names. */
  public enum Level {
    HWTHREAD,
    CORE,
    L1CACHE,
    L2CACHE,
    L3CACHE,
    SOCKET,
    NUMA,
    BOARD
  }

  private static final Path SYSTEM = Path.of("/sys/devices/system");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** CPUs as a user lists them; a host has less than a million. */
  private static final Pattern LIST =
      Pattern.compile("[0-9]{1,6}(-[0-9]{1,6})?(,[0-9]{1,6}(-[0-9]{1,6})?)*");

  private final Path system;
  private final List<Integer> allowed;

  /**
   * A topology.
   *
   * @param system where the kernel describes it
   * @param allowed the CPUs that may be used, in order
   */
  CpuTopology(Path system, List<Integer> allowed) {
    this.system = system;
    this.allowed = List.copyOf(allowed);
  }

  /** That of the CPUs which this process may use. */
  public static CpuTopology ofThisHost() throws LaunchException {
    List<Integer> cpus = allowedByTheKernel();
    Path online = SYSTEM.resolve("cpu/online");
    try {
      if (Files.exists(online)) {
        // Some systems allow CPUs that are not there.
        cpus.retainAll(parse(Files.readString(online).trim()));
      }
    } catch (IOException unreadable) {
      throw new LaunchException(ExitCodes.USAGE, online + " cannot be read: " + unreadable);
    }
    return new CpuTopology(SYSTEM, cpus);
  }

  private static List<Integer> allowedByTheKernel() throws LaunchException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(ALLOWED)) {
          return parse(line.substring(ALLOWED.length()).trim());
        }
      }
      throw new LaunchException(
          ExitCodes.USAGE,
          "ranks cannot be placed on CPUs: no " + ALLOWED + " in /proc/self/status");
    } catch (IOException unreadable) {
      throw new LaunchException(
          ExitCodes.USAGE, "ranks can be placed on CPUs only on Linux: " + unreadable);
    }
  }

  /**
   * What is left of it if the user wants these CPUs alone, in the user's order.
   *
   * @param cpuSet a list such as 0-3,8
   */
  public CpuTopology confinedTo(String cpuSet) throws LaunchException {
    if (!LIST.matcher(cpuSet).matches()) {
      throw LaunchException.usage(
          "--cpu-set is '" + cpuSet + "'; it must be a list of CPUs such as 0-3,8");
    }
    Set<Integer> wanted = new LinkedHashSet<>();
    for (String range : cpuSet.split(",")) {
      String[] ends = range.split("-");
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[ends.length - 1]);
      if (last < first) {
        throw LaunchException.usage(
            "--cpu-set has the range " + range + ", which ends before it begins");
      }
      for (int cpu = first; cpu <= last; cpu++) {
        if (!allowed.contains(cpu)) {
          throw LaunchException.usage("--cpu-set names CPU " + cpu + "; there are " + allowed);
        }
        wanted.add(cpu);
      }
    }
    return new CpuTopology(system, List.copyOf(wanted));
  }

  /** The same with neighbours beside each other: CPUs may be numbered in any way. */
  public CpuTopology sorted() throws LaunchException {
    CpuTopology sorted = new CpuTopology(system, allowed.stream().sorted().toList());
    for (Level level : List.of(Level.CORE, Level.L3CACHE, Level.NUMA, Level.SOCKET)) {
      List<Integer> order = new ArrayList<>();
      sorted.groups(level).forEach(order::addAll);
      sorted = new CpuTopology(system, order);
    }
    return sorted;
  }

  /** Reads a list of the kernel's such as 0-3,8. */
  static List<Integer> parse(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",")) {
      String[] ends = range.trim().split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }

  /** The CPUs that may be used, in groups of those that have this in common. */
  public List<List<Integer>> groups(Level level) throws LaunchException {
    Map<String, List<Integer>> groups = new LinkedHashMap<>();
    try {
      for (int cpu : allowed) {
        groups.computeIfAbsent(group(cpu, level), key -> new ArrayList<>()).add(cpu);
      }
    } catch (IOException unreadable) {
      throw new LaunchException(
          ExitCodes.USAGE, "the CPUs' " + level + " cannot be found: " + unreadable);
    }
    return List.copyOf(groups.values());
  }

  /** A word that is the same for all CPUs of a group. What the kernel does not say is all one. */
  private String group(int cpu, Level level) throws IOException {
    Path folder = system.resolve("cpu/cpu" + cpu);
    return switch (level) {
      case HWTHREAD -> "CPU " + cpu;
      case CORE -> read(folder.resolve("topology/thread_siblings_list"), "CPU " + cpu);
      case L1CACHE -> cache(folder, 1);
      case L2CACHE -> cache(folder, 2);
      case L3CACHE -> cache(folder, 3);
      case SOCKET -> read(folder.resolve("topology/physical_package_id"), "the host");
      case NUMA -> numaNode(folder);
      case BOARD -> "the host";
    };
  }

  private static String cache(Path cpuFolder, int level) throws IOException {
    for (int index = 0; Files.exists(cpuFolder.resolve("cache/index" + index)); index++) {
      Path cache = cpuFolder.resolve("cache/index" + index);
      boolean isIt = read(cache.resolve("level"), "").equals(String.valueOf(level));
      if (isIt && !read(cache.resolve("type"), "").equals("Instruction")) {
        return read(cache.resolve("shared_cpu_list"), "the host");
      }
    }
    return "the host";
  }

  private static String numaNode(Path cpuFolder) throws IOException {
    if (!Files.isDirectory(cpuFolder)) {
      return "the host";
    }
    try (Stream<Path> entries = Files.list(cpuFolder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.matches("node\\d+"))
          .findFirst()
          .orElse("the host");
    }
  }

  private static String read(Path file, String otherwise) throws IOException {
    return Files.exists(file) ? Files.readString(file).trim() : otherwise;
  }
}
