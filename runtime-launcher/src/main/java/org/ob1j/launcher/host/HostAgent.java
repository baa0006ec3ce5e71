package org.ob1j.launcher.host;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.ob1j.launcher.host.HostEvents.Stream;
import org.ob1j.launcher.process.ExactStart;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.process.Watchdog;
import org.ob1j.launcher.stdio.ByteSink;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.control.ControlServer;
import org.ob1j.runtime.control.JobEnvironment;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.job.JobIdentity;

/**
 * The ranks of a job on one host: starts them, serves their control connections, passes on what
 * they write and say, signals them, and leaves nothing of them in the end.
 *
 * <p>{@link #start} must be called on a thread that lives as long as the program. Everything else
 * may be called on any thread.
 */
public final class HostAgent implements JobHost {
  /** How long a process may take to end after its control connection closed. */
  private static final long LOST_RANK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final String name;
  private final JobFoundation foundation;
  private final HostTask task;
  private final HostEvents events;
  private final Map<Integer, RankProcess> ranks = new ConcurrentHashMap<>();
  private volatile ControlServer server;

  /**
   * An agent for what one host has to do.
   *
   * @param name this host's
   * @param foundation of the job, laid on this host
   */
  public HostAgent(String name, JobFoundation foundation, HostTask task, HostEvents events) {
    this.name = name;
    this.foundation = foundation;
    this.task = task;
    this.events = events;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() throws IOException, LaunchException {
    Watchdog watchdog = foundation.watchdog();
    watchdog.onReplacement(events::note);
    for (String directory : task.directories()) {
      watchdog.addDirectory(NativeText.path(directory));
    }
    server =
        new ControlServer(
            InetAddress.getLoopbackAddress(),
            new ControlServer.Settings(
                foundation.jobId(),
                foundation.secret(),
                task.jobSize(),
                task.heartbeat(),
                ControlServer.HANDSHAKE_TIMEOUT),
            new LostRanks(events, this::endsSoon));
    ExactStart start = new ExactStart(foundation.tools(), NativeText.environment());
    for (int i = 0; i < task.ranks().size(); i++) {
      startRank(i, start);
    }
  }

  private void startRank(int localRank, ExactStart start) throws IOException, LaunchException {
    RankTask own = task.ranks().get(localRank);
    int rank = own.rank();
    ProgramTask program = task.programs().get(own.program());
    Map<String, String> environment = new HashMap<>(program.environment());
    environment.putAll(
        new JobEnvironment(identity(rank, localRank), server.endpoint(), foundation.secret())
            .toVariables());
    ProcessBuilder builder =
        start.prepare(program.command(), environment, program.workingDirectory(), own.cpus());
    builder.redirectInput(redirect(own.input()));
    RankProcess process =
        RankProcess.start(
            rank, builder, new Output(rank, Stream.STDOUT), new Output(rank, Stream.STDERR));
    ranks.put(rank, process);
    foundation.watchdog().addGroup(process.pid());
    events.started(rank, process.pid());
    process.watch(exitCode -> ended(rank, exitCode));
  }

  private JobIdentity identity(int rank, int localRank) {
    return new JobIdentity(
        foundation.jobId(),
        rank,
        task.jobSize(),
        localRank,
        task.ranks().size(),
        task.cores(),
        task.crowdedMachine(),
        task.programSizes(),
        task.nodes());
  }

  private static ProcessBuilder.Redirect redirect(RankTask.Input input) {
    return switch (input) {
      case SENT -> ProcessBuilder.Redirect.PIPE;
      case MPIRUNS -> ProcessBuilder.Redirect.INHERIT;
      case NOTHING -> ProcessBuilder.Redirect.from(new java.io.File("/dev/null"));
    };
  }

  private void ended(int rank, int exitCode) {
    server.rankEnded(rank);
    events.ended(rank, exitCode);
  }

  private boolean endsSoon(int rank) {
    RankProcess process = ranks.get(rank);
    return process != null && process.endsWithin(LOST_RANK_NANOS);
  }

  /** Passes on to a rank what the job's board says; nothing happens if it has not joined. */
  public void send(int rank, ControlMessage message) {
    server.send(rank, message);
  }

  @Override
  public OutputStream input(int rank) {
    return ranks.get(rank).input();
  }

  @Override
  public void signal(String name) throws IOException {
    foundation.watchdog().signalRanks(name);
  }

  @Override
  public void pauseHeartbeat(boolean pause) {
    if (server != null) {
      server.pauseHeartbeat(pause);
    }
  }

  @Override
  public void terminate() {
    try {
      signal("TERM");
      signal("CONT");
    } catch (IOException watchdogIsGone) {
      sweep();
    }
  }

  @Override
  public void sweep() {
    try {
      if (!foundation.watchdog().sweep()) {
        throw new IOException("it is gone");
      }
    } catch (IOException failed) {
      events.warning(
          "the job's watchdog failed (" + failed.getMessage() + "): killing the ranks alone");
      ranks.values().forEach(RankProcess::kill);
    }
  }

  @Override
  public void drain(int rank, long deadlineNanos) throws InterruptedException {
    RankProcess process = ranks.get(rank);
    if (process != null) {
      process.drain(deadlineNanos);
    }
  }

  @Override
  public void close(long drainNanos, BooleanSupplier patient) throws InterruptedException {
    sweep();
    long deadline = System.nanoTime() + drainNanos;
    for (RankProcess rank : List.copyOf(ranks.values())) {
      rank.drain(deadline, patient);
    }
    if (server != null) {
      server.close();
    }
  }

  /** A stream of a rank. */
  private final class Output implements ByteSink {
    private final int rank;
    private final Stream stream;

    Output(int rank, Stream stream) {
      this.rank = rank;
      this.stream = stream;
    }

    @Override
    public void take(byte[] bytes, int lengthBytes) {
      events.output(rank, stream, bytes, lengthBytes);
    }

    @Override
    public void end() {
      events.outputEnded(rank, stream);
    }
  }
}
