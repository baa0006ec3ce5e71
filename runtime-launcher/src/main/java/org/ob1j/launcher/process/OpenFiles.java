package org.ob1j.launcher.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** The limit of files that mpirun may have open at a time, of which each rank needs some. */
public final class OpenFiles {
  /** Two for its output, one for its control connection. */
  private static final int OF_A_RANK = 3;

  /** While a process is started, and for connections of strangers. */
  private static final int RESERVE = 16;

  private static final String LIMIT = "Max open files";
  private static final String UNLIMITED = "unlimited";

  private OpenFiles() {}

  /**
   * Makes sure that a job can be started.
   *
   * @param ranks those of this host
   * @param filesOfARank what each needs besides
   * @param others what the job needs besides
   */
  public static void require(int ranks, int filesOfARank, int others) throws LaunchException {
    long limit = limit();
    long needed = open() + RESERVE + (long) ranks * (OF_A_RANK + filesOfARank) + others;
    if (needed > limit) {
      throw new LaunchException(
          ExitCodes.FAILURE,
          "only "
              + limit
              + " files may be open at a time (ulimit -n), and for "
              + ranks
              + " ranks mpirun needs "
              + needed
              + ": raise the limit with ulimit -n "
              + needed);
    }
  }

  private static long limit() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(LIMIT)) {
          String soft = line.substring(LIMIT.length()).trim().split(" ", 2)[0];
          return soft.equals(UNLIMITED) ? Long.MAX_VALUE : Long.parseLong(soft);
        }
      }
    } catch (IOException | NumberFormatException unknown) {
      // Starting the ranks will tell.
    }
    return Long.MAX_VALUE;
  }

  private static long open() {
    String[] descriptors = new File("/proc/self/fd").list();
    return descriptors == null ? 0 : descriptors.length;
  }
}
