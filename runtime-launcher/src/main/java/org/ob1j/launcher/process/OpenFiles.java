package org.ob1j.launcher.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** The limit of files that mpirun may have open at a time, of which each rank needs some. */
public final class OpenFiles {
  /** Two for its output, one for its control connection. */
  private static final int OF_A_RANK = 3;

  /** While a process is started, and for connections of strangers. */
  private static final int RESERVE = 16;

  private static final String LIMIT = "Max open files";

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
    try (Stream<String> limits = Files.lines(Path.of("/proc/self/limits"))) {
      return limits
          .filter(line -> line.startsWith(LIMIT))
          .map(line -> line.substring(LIMIT.length()).trim().split("\\s+")[0])
          .filter(soft -> soft.matches("[0-9]{1,18}"))
          .mapToLong(Long::parseLong)
          .findFirst()
          .orElse(Long.MAX_VALUE);
    } catch (IOException unknown) {
      return Long.MAX_VALUE;
    }
  }

  private static long open() {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.count();
    } catch (IOException unknown) {
      return 0;
    }
  }
}
