package org.ob1j.tests.soak;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ob1j.tests.soak.message.SoakFailure;

/**
 * The threads of this process, and the sockets, pipes, selectors and shared memory that it has
 * open. MPI must leave none that were not there before Init.
 */
final class ProcessRemains {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** A connection of the Java tools, for stacks, is none of MPI's. */
  private static final String ATTACH_LISTENER = "Attach Listener";

  /** JavaCPP starts it when the first native library is loaded, and keeps it for all others. */
  private static final String DEALLOCATOR = "JavaCPP Deallocator";

  private final Set<String> before;

  private ProcessRemains(Set<String> before) {
    this.before = before;
  }

  /** What there is before Init. */
  static ProcessRemains now() {
    try {
      // The first channel of a JVM has it open a socket that stays: what it puts in the place of
      // channels that are being closed.
      SocketChannel.open().close();
    } catch (IOException noSockets) {
      throw new SoakFailure("this needs sockets: " + noSockets);
    }
    return new ProcessRemains(find());
  }

  /** Fails if there is more now and that does not end. */
  void requireNothingNew() {
    long start = System.nanoTime();
    Set<String> left = left();
    while (!left.isEmpty()) {
      if (System.nanoTime() - start > LIMIT.toNanos()) {
        throw new SoakFailure("Finalize has left " + left);
      }
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
      left = left();
    }
  }

  private Set<String> left() {
    Set<String> left = new TreeSet<>(find());
    left.removeAll(before);
    return left;
  }

  private static Set<String> find() {
    Set<String> found = new HashSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (!thread.getName().equals(ATTACH_LISTENER) && !thread.getName().equals(DEALLOCATOR)) {
        found.add("thread " + thread.getName() + " " + System.identityHashCode(thread));
      }
    }
    try (Stream<Path> descriptors = Files.list(DESCRIPTORS)) {
      found.addAll(
          descriptors
              .map(ProcessRemains::target)
              .filter(target -> !target.endsWith(".jar"))
              .filter(target -> !target.startsWith("/") || target.contains("ob1j-"))
              .collect(Collectors.toSet()));
    } catch (IOException noProc) {
      throw new SoakFailure("this needs Linux's /proc: " + noProc);
    }
    return found;
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException closedMeanwhile) {
      return "/";
    }
  }
}
