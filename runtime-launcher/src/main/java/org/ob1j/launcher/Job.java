package org.ob1j.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ob1j.launcher.host.JobHost;
import org.ob1j.launcher.plan.JobMap;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.PreparedJob;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.process.OpenFiles;
import org.ob1j.launcher.stall.Stall;
import org.ob1j.launcher.stall.StallWatch;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.launcher.state.JobState;
import org.ob1j.launcher.state.RootCause;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.job.RankReport;
import org.ob1j.runtime.parameter.TextFile;

/** Runs one job from start to end. Everything happens on the thread that calls {@link #run}. */
final class Job {
  /** What ranks get between SIGTERM and SIGKILL. */
  private static final long TERMINATION_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long the output of killed ranks may take to arrive. */
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** How long the failing rank's last words are waited for before the failure is reported. */
  private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** How long a death may take to be seen after others have noticed it. */
  private static final long ROOT_CAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** Two connections to its agent, and three pipes to what has started that. */
  private static final int FILES_OF_A_HOST = 5;

  private final PreparedJob prepared;
  private final JobFoundation foundation;
  private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
  private final CompletableFuture<LaunchException> cancelled = new CompletableFuture<>();
  private final long begin = System.nanoTime();
  private final Console console;
  private final JobHosts jobHosts;
  private volatile List<JobHost> hosts = List.of();
  private volatile JobPlan plan;
  private JobState state;
  private volatile JobListener listener;
  private StallWatch stallWatch;

  /**
   * A job.
   *
   * @param plan the job's plan, or null if another host has to be asked before it can be made
   */
  Job(PreparedJob prepared, JobPlan plan, JobFoundation foundation) {
    this.prepared = prepared;
    this.plan = plan;
    this.foundation = foundation;
    this.console = new Console(prepared.talk(), events::add);
    this.jobHosts = new JobHosts(prepared, foundation, cancelled, console);
  }

  /**
   * Runs the job.
   *
   * @return mpirun's exit code
   * @throws LaunchException if it cannot be started
   */
  int run() throws LaunchException, InterruptedException {
    try {
      start();
      watch();
    } catch (IOException failed) {
      throw new LaunchException(
          ExitCodes.FAILURE,
          "job " + foundation.jobId() + " cannot be started: " + TextFile.reason(failed));
    } finally {
      cleanUp();
    }
    hearOfLastOutput();
    console.awaitReader(() -> !cancelled.isDone());
    return state.exitCode();
  }

  private void start() throws IOException, LaunchException, InterruptedException {
    new JobSignals(foundation.watchdog(), () -> hosts, events, cancelled, this::printReports)
        .install();
    Duration timeout = prepared.timeout();
    if (timeout != null) {
      // Agents that start count, too.
      LaunchException late =
          new LaunchException(
              ExitCodes.TIMEOUT, "the " + timeout.toSeconds() + " s of --timeout are over");
      cancelled.completeOnTimeout(late, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }
    plan = jobHosts.place(plan);
    state = new JobState(plan.size(), this::rankName);
    requireOpenFiles();
    JobOutput output = new JobOutput(plan.size(), plan.output(), console, this::outputFailed);
    listener = new JobListener(plan.size(), console, output, events);
    hosts = jobHosts.serve(plan, listener);
    plan = jobHosts.ready(plan);
    announce();
    for (JobHost each : hosts) {
      each.start();
    }
    copyStandardInput();
    if (plan.stallReport() != null) {
      stallWatch = new StallWatch(listener.board(), plan.size(), plan.stallReport(), this::stalled);
      stallWatch.start();
    }
  }

  private void requireOpenFiles() throws LaunchException {
    int own = plan.thisHost() < 0 ? 0 : plan.hosts().get(plan.thisHost()).ranks().size();
    int inputs = plan.stdin().isCopiedTo(plan.size() - 1) ? 1 : 0;
    int files = plan.output().files() == null ? 0 : 2 * plan.size();
    OpenFiles.require(own, inputs, files + FILES_OF_A_HOST * (plan.hosts().size() - 1));
  }

  private void outputFailed(Path file, IOException failure) {
    events.add(new JobEvent.OutputFailed(file.toString(), failure.getMessage()));
  }

  private JobHost hostOf(int rank) {
    return hosts.get(plan.ranks().get(rank).host());
  }

  private static void startDaemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void announce() {
    console.verbose("job " + foundation.jobId() + ": " + plan.size() + " ranks");
    if (plan.talk().allocation()) {
      console.print(JobMap.allocation(plan));
    }
    if (plan.talk().map()) {
      console.print(JobMap.of(plan));
    }
    for (int rank = 0; rank < plan.size(); rank++) {
      RankPlan its = plan.ranks().get(rank);
      console.verbose("rank " + rank + " runs " + String.join(" ", its.command()));
      if (plan.talk().bindings()) {
        console.say("rank " + rank + " on " + hostOf(rank).name() + " is " + its.binding());
      }
    }
  }

  private void copyStandardInput() {
    Map<Integer, OutputStream> inputs = new HashMap<>();
    for (int rank = 0; rank < plan.size(); rank++) {
      if (HostTasks.isSentTo(plan, rank)) {
        inputs.put(rank, hostOf(rank).input(rank));
      }
    }
    if (!inputs.isEmpty()) {
      startDaemon("standard input", () -> plan.stdin().copy(System.in, inputs));
    }
  }

  private void watch() throws InterruptedException {
    long deadline = plan.timeout() == null ? Long.MAX_VALUE : begin + plan.timeout().toNanos();
    boolean killed = false;
    while (state.stage() != JobState.Stage.ENDED) {
      JobEvent event = rootCause(next(deadline));
      if (event == null && state.stage() == JobState.Stage.RUNNING) {
        event = new JobEvent.TimedOut(plan.timeout().toSeconds());
        if (plan.reportOnTimeout()) {
          printReports();
        }
      }
      if (event == null || isSecondSignal(event)) {
        if (killed) {
          return;
        }
        killed = true;
        sweep();
        deadline = System.nanoTime() + TERMINATION_NANOS;
      } else if (state.on(event)) {
        sayWhy(event);
        terminate();
        deadline = System.nanoTime() + TERMINATION_NANOS;
      }
    }
  }

  /** What comes within a moment may be the cause of what was heard of first. */
  private JobEvent rootCause(JobEvent event) throws InterruptedException {
    if (!RootCause.mayBeConsequence(event) || state.stage() != JobState.Stage.RUNNING) {
      return event;
    }
    long deadline = System.nanoTime() + ROOT_CAUSE_NANOS;
    List<JobEvent> later = new ArrayList<>();
    JobEvent cause = event;
    for (JobEvent next = next(deadline); next != null && cause == event; next = next(deadline)) {
      if (RootCause.isCause(next, event)) {
        cause = next;
        later.add(event);
      } else {
        later.add(next);
      }
    }
    events.addAll(later);
    return cause;
  }

  /** The next event, or null if the deadline comes first. */
  private JobEvent next(long deadline) throws InterruptedException {
    if (deadline == Long.MAX_VALUE) {
      return events.take();
    }
    return events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private boolean isSecondSignal(JobEvent event) {
    return state.stage() == JobState.Stage.ENDING && event instanceof JobEvent.Terminated;
  }

  private void sayWhy(JobEvent event) throws InterruptedException {
    long deadline = System.nanoTime() + LAST_WORDS_NANOS;
    if (event instanceof JobEvent.RankEnded end) {
      hostOf(end.rank()).drain(end.rank(), deadline);
    } else if (event instanceof JobEvent.RankAborted abort) {
      hostOf(abort.rank()).drain(abort.rank(), deadline);
    }
    if (!state.message().isEmpty()) {
      console.say(state.message() + "; the job is ended");
    }
    String advice = event instanceof JobEvent.RankEnded end ? listener.advice(end.rank()) : null;
    if (advice != null) {
      console.say(advice);
    }
  }

  private void terminate() {
    for (JobHost host : hosts) {
      host.terminate();
    }
  }

  private void sweep() {
    for (JobHost host : hosts) {
      host.sweep();
    }
  }

  /** This host, which has yet to kill its ranks; then those below others in the tree first. */
  private List<JobHost> inOrderOfEnd() {
    List<JobHost> order = new ArrayList<>(hosts);
    Collections.reverse(order);
    if (!order.isEmpty() && plan.thisHost() >= 0) {
      JobHost own = hosts.get(plan.thisHost());
      order.remove(own);
      order.add(0, own);
    }
    return order;
  }

  private void cleanUp() throws InterruptedException {
    jobHosts.beginClose(DRAIN_NANOS);
    for (JobHost each : inOrderOfEnd()) {
      // Whoever reads our output slowly gets all of it, unless a signal or --timeout ends that.
      each.close(DRAIN_NANOS, () -> !cancelled.isDone());
    }
    if (stallWatch != null) {
      stallWatch.close();
    }
    try {
      jobHosts.close();
    } catch (IOException useless) {
      console.verbose("ending the way to other hosts: " + useless.getMessage());
    }
    try {
      foundation.watchdog().dismiss();
    } catch (IOException gone) {
      console.verbose("the watchdog was gone already: " + gone.getMessage());
    }
  }

  /** While hosts were closed, what their ranks had written last was written. */
  private void hearOfLastOutput() {
    for (JobEvent event = events.poll(); event != null; event = events.poll()) {
      if (state.on(event) && !state.message().isEmpty()) {
        console.say(state.message());
      }
    }
  }

  private void printReports() {
    if (listener == null) {
      console.say("no rank has been started yet");
      return;
    }
    try {
      print(listener.board().collectReports(StallWatch.PATIENCE));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(Map<Integer, RankReport> reports) {
    for (int rank = 0; rank < plan.size(); rank++) {
      RankReport report = reports.get(rank);
      String text = report == null ? noAnswer(rank) : report.text().strip();
      String host = hosts.size() > 1 ? " on " + hostOf(rank).name() : "";
      console.say("report of rank " + rank + host + ": " + text);
    }
  }

  private String noAnswer(int rank) {
    String reason = "no answer: it is not between Init and Finalize";
    return plan.ranks().get(rank).host() == plan.thisHost()
        ? reason
        : reason + ", or an agent on the way to it is stopped";
  }

  private void stalled(boolean first, Map<Integer, RankReport> reports, Stall stall) {
    if (first) {
      console.say("nothing has moved for " + plan.stallReport().toSeconds() + " s");
    }
    print(reports);
    stall.describe().forEach(console::say);
  }

  private String rankName(int rank) {
    return "rank "
        + rank
        + " on "
        + hostOf(rank).name()
        + " (process "
        + listener.process(rank)
        + ")";
  }
}
