package org.ob1j.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * A rank's process: in a session and process group of its own, tied to mpirun's life, its output
 * forwarded.
 *
 * <p>It must be started from a thread that lives as long as mpirun: the kernel kills it when that
 * thread ends.
 */
final class RankProcess {
  private final int rank;
  private final Process process;
  private final Thread stdout;
  private final Thread stderr;

  private RankProcess(int rank, Process process, JobPlan plan, OutputSink out, OutputSink err) {
    this.rank = rank;
    this.process = process;
    this.stdout =
        thread("stdout", new LineForwarder(process.getInputStream(), out, tag(plan, "stdout")));
    this.stderr =
        thread("stderr", new LineForwarder(process.getErrorStream(), err, tag(plan, "stderr")));
  }

  /**
   * Starts a rank.
   *
   * @param variables the rank's own environment variables
   * @param onEnd told the exit code when the process ends
   */
  static RankProcess start(
      int rank,
      JobPlan plan,
      Map<String, String> variables,
      OutputSink out,
      OutputSink err,
      IntConsumer onEnd)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(wrap(rank, plan));
    builder.directory(plan.workingDirectory().toFile());
    builder.environment().clear();
    builder.environment().putAll(plan.environment());
    builder.environment().putAll(variables);
    // Rank 0 reads mpirun's standard input itself, so nothing is read that it does not ask for.
    builder.redirectInput(
        rank == 0
            ? ProcessBuilder.Redirect.INHERIT
            : ProcessBuilder.Redirect.from(new File("/dev/null")));
    RankProcess started = new RankProcess(rank, builder.start(), plan, out, err);
    started.stdout.start();
    started.stderr.start();
    started.thread("end", () -> started.awaitEnd(onEnd)).start();
    return started;
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

  /** Waits until all output has been forwarded, until a deadline of {@link System#nanoTime}. */
  void drain(long deadlineNanos) throws InterruptedException {
    for (Thread forwarder : List.of(stdout, stderr)) {
      long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
      if (leftMillis > 0) {
        forwarder.join(leftMillis);
      }
    }
  }

  private static List<String> wrap(int rank, JobPlan plan) {
    List<String> words =
        new ArrayList<>(
            List.of(plan.tools().setpriv(), "--pdeathsig", "KILL", "--", plan.tools().setsid()));
    if (!plan.cpus().isEmpty()) {
      words.addAll(List.of(plan.tools().taskset(), "-c", String.valueOf(plan.cpus().get(rank))));
    }
    words.addAll(plan.command());
    return words;
  }

  private void awaitEnd(IntConsumer onEnd) {
    try {
      onEnd.accept(process.waitFor());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private byte[] tag(JobPlan plan, String stream) {
    String text = plan.tagOutput() ? "[1," + rank + "]<" + stream + ">:" : "";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private Thread thread(String what, Runnable body) {
    Thread thread = new Thread(null, body, "rank " + rank + " " + what, 256 << 10);
    thread.setDaemon(true);
    return thread;
  }
}
