package org.ob1j.launcher.host;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
  /** How often it is looked whether output is still held up. */
  private static final long LOOK_MILLIS = 20;

  /** A stream from which nothing comes for so long has nothing, if those who wrote are killed. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final int rank;
  private final Process process;
  private final StreamPump stdoutPump;
  private final StreamPump stderrPump;
  private final Thread stdout;
  private final Thread stderr;

  private RankProcess(int rank, Process process, ByteSink out, ByteSink err) {
    this.rank = rank;
    this.process = process;
    this.stdoutPump = new StreamPump(process.getInputStream(), out);
    this.stderrPump = new StreamPump(process.getErrorStream(), err);
    this.stdout = thread("stdout", stdoutPump);
    this.stderr = thread("stderr", stderrPump);
  }

  /**
   * Starts a rank.
   *
   * @param builder its process, complete
   * @param out where its standard output goes, err its standard error
   */
  static RankProcess start(int rank, ProcessBuilder builder, ByteSink out, ByteSink err)
      throws IOException {
    RankProcess started = new RankProcess(rank, builder.start(), out, err);
    started.stdout.start();
    started.stderr.start();
    return started;
  }

  /**
   * Has the process's exit code told when it ends. Not part of the start, so that whoever starts it
   * can say that it has started before anyone says that it has ended.
   */
  void watch(IntConsumer onEnd) {
    thread("end", () -> awaitEnd(onEnd)).start();
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

  /**
   * The same, and after the deadline as long as there is output that nobody takes. Without output
   * nobody is waited for: a process that has left the job may hold a stream open for ever.
   *
   * @param patient asked whether whoever does not take it is still waited for
   */
  void drain(long deadlineNanos, BooleanSupplier patient) throws InterruptedException {
    drain(deadlineNanos);
    drain(stdout, stdoutPump, patient);
    drain(stderr, stderrPump, patient);
  }

  private static void drain(Thread thread, StreamPump pump, BooleanSupplier patient)
      throws InterruptedException {
    long lastHeld = System.nanoTime();
    while (thread.isAlive() && patient.getAsBoolean()) {
      if (pump.isHeld()) {
        lastHeld = System.nanoTime();
      } else if (System.nanoTime() - lastHeld > QUIET_NANOS) {
        return;
      }
      thread.join(LOOK_MILLIS);
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
