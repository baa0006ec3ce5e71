package org.ob1j.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ob1j.launcher.plan.JobMap;
import org.ob1j.launcher.plan.JobPlan;
import org.ob1j.launcher.plan.RankPlan;
import org.ob1j.launcher.process.ExactStart;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.process.OpenFiles;
import org.ob1j.launcher.process.RankProcess;
import org.ob1j.launcher.process.Watchdog;
import org.ob1j.launcher.stall.Stall;
import org.ob1j.launcher.stall.StallWatch;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.launcher.state.JobState;
import org.ob1j.launcher.state.RootCause;
import org.ob1j.launcher.stdio.LineSink;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.control.ControlListener;
import org.ob1j.runtime.control.ControlServer;
import org.ob1j.runtime.control.JobEnvironment;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.NodeMap;
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

  /** How long a process may take to end after its control connection closed. */
  private static final long LOST_RANK_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How long a death may take to be seen after others have noticed it. */
  private static final long ROOT_CAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final JobPlan plan;
  private final String host;
  private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
  private final Map<Integer, RankProcess> ranks = new ConcurrentHashMap<>();
  private final JobState state;
  private final Console console;
  private final ExactStart start;
  private final byte[] secret;
  private final String jobId;
  private final Watchdog watchdog;
  private ControlServer server;
  private StallWatch stallWatch;

  Job(JobPlan plan, JobFoundation foundation, String host) {
    this.plan = plan;
    this.state = new JobState(plan.size(), this::rankName);
    this.host = host;
    this.console = new Console(plan.talk(), events::add);
    this.start = new ExactStart(foundation.tools(), NativeText.environment());
    this.jobId = foundation.jobId();
    this.secret = foundation.secret();
    this.watchdog = foundation.watchdog();
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
      return state.exitCode();
    } catch (IOException failed) {
      throw new LaunchException(
          ExitCodes.FAILURE, "job " + jobId + " cannot be started: " + TextFile.reason(failed));
    } finally {
      cleanUp();
    }
  }

  private void start() throws IOException, LaunchException {
    int inputs = plan.stdin().isCopiedTo(plan.size() - 1) ? 1 : 0;
    OpenFiles.require(plan.size(), inputs + (plan.output().files() == null ? 0 : 2));
    announce();
    watchdog.onReplacement(console::verbose);
    for (Path directory : plan.backingDirectories()) {
      watchdog.addDirectory(directory);
    }
    server =
        new ControlServer(
            InetAddress.getLoopbackAddress(),
            new ControlServer.Settings(
                jobId, secret, plan.size(), plan.heartbeat(), ControlServer.HANDSHAKE_TIMEOUT),
            new ServerEvents());
    JobSignals signals = new JobSignals(watchdog, server, events);
    signals.install(this::printReports);
    for (int rank = 0; rank < plan.size(); rank++) {
      startRank(rank);
    }
    copyStandardInput();
    if (plan.stallReport() != null) {
      stallWatch = new StallWatch(server, plan.size(), plan.stallReport(), this::stalled);
      stallWatch.start();
    }
  }

  private static void startDaemon(String name, Runnable body) {
    Thread thread = new Thread(body, name);
    thread.setDaemon(true);
    thread.start();
  }

  private void announce() {
    console.verbose("job " + jobId + ": " + plan.size() + " ranks");
    if (plan.talk().allocation()) {
      console.print(JobMap.allocation(host, plan.cores()));
    }
    if (plan.talk().map()) {
      console.print(JobMap.of(host, plan.cores(), plan.ranks()));
    }
    for (int rank = 0; rank < plan.size(); rank++) {
      RankPlan its = plan.ranks().get(rank);
      console.verbose("rank " + rank + " runs " + String.join(" ", its.command()));
      if (plan.talk().bindings()) {
        console.say("rank " + rank + " on " + host + " is " + its.binding());
      }
    }
  }

  private void copyStandardInput() {
    Map<Integer, OutputStream> inputs = new HashMap<>();
    for (int rank = 0; rank < plan.size(); rank++) {
      if (plan.stdin().isCopiedTo(rank)) {
        inputs.put(rank, ranks.get(rank).input());
      }
    }
    if (!inputs.isEmpty()) {
      startDaemon("standard input", () -> plan.stdin().copy(System.in, inputs));
    }
  }

  private void startRank(int rank) throws IOException, LaunchException {
    JobIdentity identity =
        new JobIdentity(
            jobId,
            rank,
            plan.size(),
            rank,
            plan.size(),
            plan.cores(),
            plan.programSizes(),
            NodeMap.oneNode(plan.size()));
    Map<String, String> variables =
        new HashMap<>(new JobEnvironment(identity, server.endpoint(), secret).toVariables());
    LineSink its = fileSink(rank, "stdout", console.out());
    LineSink errors = plan.output().merged() ? its : fileSink(rank, "stderr", console.err());
    RankProcess process =
        RankProcess.start(
            rank, plan, start, variables, its, errors, exitCode -> ended(rank, exitCode));
    ranks.put(rank, process);
    watchdog.addGroup(process.pid());
    console.verbose("rank " + rank + " is process " + process.pid());
  }

  private LineSink fileSink(int rank, String stream, LineSink terminal) throws IOException {
    return plan.output()
        .sink(
            rank,
            plan.size(),
            stream,
            terminal,
            (file, failure) ->
                events.add(new JobEvent.OutputFailed(file.toString(), failure.getMessage())));
  }

  private void ended(int rank, int exitCode) {
    boolean early = server.rankEnded(rank);
    events.add(new JobEvent.RankEnded(rank, exitCode, early));
    // After the event: the rank's own exit code tells more than what its end does to others.
    server.checkWaits();
  }

  private void watch() throws InterruptedException {
    long deadline =
        plan.timeout() == null ? Long.MAX_VALUE : System.nanoTime() + plan.timeout().toNanos();
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
      ranks.get(end.rank()).drain(deadline);
    } else if (event instanceof JobEvent.RankAborted abort) {
      ranks.get(abort.rank()).drain(deadline);
    }
    if (!state.message().isEmpty()) {
      console.say(state.message() + "; the job is ended");
    }
  }

  /** SIGTERM, and SIGCONT for those that are stopped. */
  private void terminate() {
    try {
      watchdog.signalRanks("TERM");
      watchdog.signalRanks("CONT");
    } catch (IOException watchdogIsGone) {
      sweep();
    }
  }

  private void sweep() {
    try {
      if (!watchdog.sweep()) {
        throw new IOException("it is gone");
      }
    } catch (IOException failed) {
      console.say(
          "the job's watchdog failed (" + failed.getMessage() + "): killing the ranks alone");
      ranks.values().forEach(RankProcess::kill);
    }
  }

  private void cleanUp() throws InterruptedException {
    sweep();
    long deadline = System.nanoTime() + DRAIN_NANOS;
    for (RankProcess rank : ranks.values()) {
      rank.drain(deadline);
    }
    if (stallWatch != null) {
      stallWatch.close();
    }
    if (server != null) {
      server.close();
    }
    try {
      watchdog.dismiss();
    } catch (IOException gone) {
      console.verbose("the watchdog was gone already: " + gone.getMessage());
    }
  }

  private void printReports() {
    try {
      print(server.collectReports(StallWatch.PATIENCE));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(Map<Integer, RankReport> reports) {
    for (int rank = 0; rank < plan.size(); rank++) {
      RankReport report = reports.get(rank);
      String text =
          report == null ? "no answer: it is not between Init and Finalize" : report.text().strip();
      console.say("report of rank " + rank + ": " + text);
    }
  }

  private void stalled(boolean first, Map<Integer, RankReport> reports, Stall stall) {
    if (first) {
      console.say("nothing has moved for " + plan.stallReport().toSeconds() + " s");
    }
    print(reports);
    stall.describe().forEach(console::say);
  }

  private String rankName(int rank) {
    return "rank " + rank + " on " + host + " (process " + ranks.get(rank).pid() + ")";
  }

  /** Turns what the control server tells into events. */
  private final class ServerEvents implements ControlListener {
    @Override
    public void registered(int rank, long processId) {
      console.verbose("rank " + rank + " has joined as process " + processId);
    }

    @Override
    public void left(int rank) {
      console.verbose("rank " + rank + " has left in good order");
    }

    @Override
    public void aborted(int rank, int code, String reason) {
      events.add(new JobEvent.RankAborted(rank, code, reason));
    }

    @Override
    public void lost(int rank, String reason) {
      // Mostly its process is just ending, and then its exit code is what counts.
      RankProcess process = ranks.get(rank);
      Runnable judge =
          () -> {
            if (process == null || !process.endsWithin(LOST_RANK_NANOS)) {
              events.add(new JobEvent.RankLost(rank, reason));
            }
          };
      startDaemon("lost rank " + rank, judge);
    }

    @Override
    public void hopeless(String reason) {
      events.add(new JobEvent.Hopeless(reason));
    }

    @Override
    public void refused(String address, String reason) {
      console.verbose("refused a control connection from " + address + ": " + reason);
    }
  }
}
