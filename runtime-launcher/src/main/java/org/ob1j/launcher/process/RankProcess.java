package org.ob1j.launcher.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.stdio.LineForwarder;
import org.ob1j.launcher.stdio.LineSink;
import org.ob1j.launcher.stdio.OutputPlan;
import org.ob1j.launcher.system.LaunchException;

/**
 * A rank's process: in a process group of its own, tied to mpirun's life, its output forwarded.
 *
 * <p>It must be started from a thread that lives as long as mpirun: the kernel kills it when that
 * thread ends.
 */
public final class RankProcess {
  private final int rank;
  private final Process process;
  private final Thread stdout;
  private final Thread stderr;

  private RankProcess(int rank, Process process, JobPlan plan, LineSink out, LineSink err) {
    this.rank = rank;
    this.process = process;
    OutputPlan output = plan.output();
    this.stdout =
        thread(
            "stdout",
            new LineForwarder(process.getInputStream(), out, output.prefix(rank, "stdout")));
    this.stderr =
        thread(
            "stderr",
            new LineForwarder(
                process.getErrorStream(),
                err,
                output.prefix(rank, output.merged() ? "stdout" : "stderr")));
  }

  /**
   * Starts a rank.
   *
   * @param start how its process gets what the plan says
   * @param variables the rank's own environment variables
   * @param out where its standard output goes, err its standard error
   * @param onEnd told the exit code when the process ends
   */
  public static RankProcess start(
      int rank,
      JobPlan plan,
      ExactStart start,
      Map<String, String> variables,
      LineSink out,
      LineSink err,
      IntConsumer onEnd)
      throws IOException, LaunchException {
    RankPlan own = plan.ranks().get(rank);
    Map<String, String> environment = new HashMap<>(own.environment());
    environment.putAll(variables);
    ProcessBuilder builder = start.prepare(own, environment);
    builder.redirectInput(plan.stdin().redirect(rank));
    RankProcess started = new RankProcess(rank, builder.start(), plan, out, err);
    started.stdout.start();
    started.stderr.start();
    started.thread("end", () -> started.awaitEnd(onEnd)).start();
    return started;
  }

  /** What the process reads as its standard input, if that is a pipe. */
  public OutputStream input() {
    return process.getOutputStream();
  }

  /** The process's id, which is its process group's too. */
  public long pid() {
    return process.pid();
  }

  /** Waits for the process's end; false if it did not come in time. */
  public boolean endsWithin(long nanos) {
    try {
      return process.waitFor(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Without the watchdog: kills the process alone. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Waits until all output has been forwarded, until a deadline of {@link System#nanoTime}. */
  public void drain(long deadlineNanos) throws InterruptedException {
    for (Thread forwarder : List.of(stdout, stderr)) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis > 0) {
        forwarder.join(leftMillis);
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
