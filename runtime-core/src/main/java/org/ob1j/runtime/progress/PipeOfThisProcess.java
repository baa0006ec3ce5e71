package org.ob1j.runtime.progress;

import java.io.IOException;
import java.nio.channels.Pipe;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.ob1j.runtime.job.ProcessId;

/**
 * A pipe that other processes can open, through {@code /proc/PID/fd/N}. Java does not tell which
 * descriptors a pipe has: they are those that are there after it was made and were not before.
 *
 * @param address where others find it
 */
record PipeOfThisProcess(Pipe pipe, DoorbellAddress address) {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String LINK_START = "pipe:[";
  private static final String LINK_END = "]";

  /** Somebody else may make pipes at the same time, but hardly so often. */
  private static final int ATTEMPTS = 10;

  /**
   * Makes one.
   *
   * @throws IOException if that is not possible here, or nobody could tell which it is
   */
  static PipeOfThisProcess make() throws IOException {
    // One at a time, where several ranks are in one process.
    synchronized (PipeOfThisProcess.class) {
      for (int i = 0; i < ATTEMPTS; i++) {
        Set<Long> before = pipes().keySet();
        Pipe pipe = Pipe.open();
        Map<Long, Integer> after = pipes();
        after.keySet().removeAll(before);
        if (after.size() == 1) {
          Map.Entry<Long, Integer> found = after.entrySet().iterator().next();
          return new PipeOfThisProcess(
              pipe, new DoorbellAddress(ProcessId.current(), found.getValue(), found.getKey()));
        }
        pipe.source().close();
        pipe.sink().close();
      }
      throw new IOException(DESCRIPTORS + " does not tell which pipe is which");
    }
  }

  /** What the link in {@code /proc/PID/fd} to a pipe says. */
  static String link(long inode) {
    return LINK_START + inode + LINK_END;
  }

  /** A descriptor of each pipe of this process, by inode. */
  private static Map<Long, Integer> pipes() throws IOException {
    Map<Long, Integer> pipes = new HashMap<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        String target = target(descriptor);
        if (target.startsWith(LINK_START) && target.endsWith(LINK_END)) {
          String inode = target.substring(LINK_START.length(), target.length() - LINK_END.length());
          pipes.put(Long.parseLong(inode), Integer.parseInt(descriptor.getFileName().toString()));
        }
      }
    }
    return pipes;
  }

  /** Where a descriptor leads, or nothing if it was closed meanwhile. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "";
    }
  }
}
