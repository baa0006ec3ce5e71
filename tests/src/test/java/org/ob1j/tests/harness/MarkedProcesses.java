package org.ob1j.tests.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The live processes whose environment has a mark of one test's own, whoever their parent is. */
public final class MarkedProcesses {
  private final String entry = "OF_TEST=" + UUID.randomUUID();

  /** The mark, as {@code NAME=VALUE}, for mpirun's option -x. */
  public String entry() {
    return entry;
  }

  /** The ids of the processes that there are now. */
  public List<Long> find() {
    try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
      return entries
          .map(path -> path.getFileName().toString())
          .filter(name -> name.chars().allMatch(Character::isDigit))
          .map(Long::valueOf)
          .filter(this::isMarked)
          .toList();
    } catch (IOException noProc) {
      throw new AssertionError("these tests need Linux's /proc", noProc);
    }
  }

  /** Waits until the processes are as wanted, and fails if they are not in time. */
  public List<Long> await(Duration limit, Predicate<List<Long>> wanted) {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Long> found = find();
    while (!wanted.test(found)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("after " + limit + " the processes are " + described(found));
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      found = find();
    }
    return found;
  }

  /** Waits until none is left. */
  public void awaitNone(Duration limit) {
    await(limit, List::isEmpty);
  }

  private static String described(List<Long> processes) {
    return processes.stream()
        .map(pid -> pid + " " + ProcessHandle.of(pid).map(p -> p.info().toString()).orElse("gone"))
        .toList()
        .toString();
  }

  private boolean isMarked(long pid) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      String text = "\0" + new String(environment, StandardCharsets.ISO_8859_1);
      return text.contains("\0" + entry + "\0");
    } catch (IOException endedMeanwhile) {
      return false;
    }
  }
}
