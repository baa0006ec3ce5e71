package org.ob1j.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cores that this process may use, from Linux's /proc and /sys. */
final class Cores {
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Cores() {}

  /** The first CPU of each core, in order. */
  static List<Integer> allowed() throws LaunchException {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(ALLOWED)) {
          return firstOfEachCore(parse(line.substring(ALLOWED.length()).trim()));
        }
      }
      throw new LaunchException(ExitCodes.USAGE, "--bind-to core: no CPUs in /proc/self/status");
    } catch (IOException unreadable) {
      throw new LaunchException(ExitCodes.USAGE, "--bind-to core needs Linux: " + unreadable);
    }
  }

  /** Reads a list such as 0-3,8. */
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

  private static List<Integer> firstOfEachCore(List<Integer> cpus) throws IOException {
    Map<String, Integer> firsts = new LinkedHashMap<>();
    for (int cpu : cpus) {
      Path siblings =
          Path.of("/sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list");
      String core = Files.exists(siblings) ? Files.readString(siblings).trim() : "cpu " + cpu;
      firsts.putIfAbsent(core, cpu);
    }
    return List.copyOf(firsts.values());
  }
}
