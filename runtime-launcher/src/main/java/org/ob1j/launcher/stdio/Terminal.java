package org.ob1j.launcher.stdio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that mpirun was started from, if any, as the kernel shows it in /proc. */
public final class Terminal {
  private static final Path STANDARD_INPUT = Path.of("/proc/self/fd/0");
  private static final Path STATE = Path.of("/proc/self/stat");

  /** Places of a process's own group, and of the terminal's foreground group, behind its name. */
  private static final int GROUP_FIELD = 2;

  private static final int FOREGROUND_GROUP_FIELD = 5;

  private Terminal() {}

  /** True if standard input is a terminal. */
  public static boolean isStandardInput() {
    try {
      String file = Files.readSymbolicLink(STANDARD_INPUT).toString();
      return file.startsWith("/dev/pts/")
          || file.startsWith("/dev/tty")
          || file.equals("/dev/console");
    } catch (IOException closed) {
      return false;
    }
  }

  /** True if mpirun may read the terminal: it is not in the background of its shell. */
  static boolean isInForeground() throws IOException {
    String state = Files.readString(STATE);
    String[] fields = state.substring(state.lastIndexOf(')') + 2).split(" ");
    return fields[GROUP_FIELD].equals(fields[FOREGROUND_GROUP_FIELD]);
  }
}
