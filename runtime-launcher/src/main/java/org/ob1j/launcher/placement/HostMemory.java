package org.ob1j.launcher.placement;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How much memory the processes of this host may have. */
public final class HostMemory {
  private static final Path SYSTEM = Path.of("/");

  /** What a container may have, in both versions of control groups. */
  private static final List<String> LIMITS =
      List.of("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes");

  private HostMemory() {}

  /** In bytes; 0: it is not known. */
  public static long ofThisHost() {
    return of(SYSTEM);
  }

  static long of(Path root) {
    long bytes = ofTheMachine(root);
    for (String limit : LIMITS) {
      String text = read(root.resolve(limit)).trim();
      if (text.matches("[0-9]{1,18}")) {
        long limited = Long.parseLong(text);
        bytes = bytes == 0 ? limited : Math.min(bytes, limited);
      }
    }
    return bytes;
  }

  private static long ofTheMachine(Path root) {
    for (String line : read(root.resolve("proc/meminfo")).split("\n")) {
      String[] words = line.split("\\s+");
      if (words[0].equals("MemTotal:") && words.length > 1 && words[1].matches("[0-9]{1,15}")) {
        return Long.parseLong(words[1]) << 10;
      }
    }
    return 0;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException notThere) {
      // What is not known is not warned of.
      return "";
    }
  }
}
