package org.ob1j.launcher.host;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.ob1j.launcher.stdio.ByteSink;
import org.ob1j.launcher.stdio.StreamPump;

/**
 * A rank's process: in a process group of its own, tied to the life of what started it, its output
 * read.
 *
 * <p>It must be started from a thread that lives as long as the whole program: the kernel kills the
 * rank when that thread ends.
 */
final class RankProcess {
  private final int rank;
  private final Process process;
  private final Thread stdout;
  private final Thread stderr;

  private RankProcess(int rank, Process process, ByteSink out, ByteSink err) {
    this.rank = rank;
    this.process = process;
    this.stdout = thread("stdout", new StreamPump(process.getInputStream(), out));
    this.stderr = thread("stderr", new StreamPump(process.getErrorStream(), err));
  }

  /**
   * Starts a rank.
   *
   * @param builder its process, complete
   * @param out where its standard output goes, err its standard error
   * @param onEnd told the exit code when the process ends
   */
  static RankProcess start(
      int rank, ProcessBuilder builder, ByteSink out, ByteSink err, IntConsumer onEnd)
      throws IOException {
    RankProcess started = new RankProcess(rank, builder.start(), out, err);
    started.stdout.start();
    started.stderr.start();
    started.thread("end", () -> started.awaitEnd(onEnd)).start();
    return started;
  }

  /** What the process reads as its standard input, if that is a pipe. */
  OutputStream input() {
    return process.getOutputStream();
  }

  /** The process's id, which is its process group's too. */
  long pid() {
    return process.pid();
  }

  /** Waits for the process's end; false if it did not come in time. */
  boolean endsWithin(long nanos) {
    try {
      return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Without the watchdog: kills the process alone. */
  void kill() {
    process.destroyForcibly();
  }

  /** Waits until all output has been passed on, until a deadline of {@link System#nanoTime}. */
  void drain(long deadlineNanos) throws InterruptedException {
    for (Thread pump : List.of(stdout, stderr)) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis > 0) {
        pump.join(leftMillis);
      }
    }
  }

  private void awaitEnd(IntConsumer onEnd) {
    try {
      onEnd.accept(process.waitFor());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Thread thread(String what, Runnable body) {
    Thread thread = new Thread(null, body, "rank " + rank + " " + what, 256 << 10);
    thread.setDaemon(true);
    return thread;
  }
}
