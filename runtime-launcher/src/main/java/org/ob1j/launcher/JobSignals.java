package org.ob1j.launcher;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ob1j.launcher.host.JobHost;
import org.ob1j.launcher.process.Watchdog;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.Signals;

/** What mpirun does with the signals it gets while a job runs. */
final class JobSignals implements Consumer<String> {
  private static final Map<String, Integer> TERMINATING = Map.of("HUP", 1, "INT", 2, "TERM", 15);
  private static final List<String> OTHERS = List.of("USR1", "USR2", "TSTP", "CONT");

  /** Of mpirun itself. */
  private final Watchdog watchdog;

  private final Supplier<List<JobHost>> hosts;
  private final Queue<JobEvent> events;
  private final CompletableFuture<LaunchException> cancelled;
  private final Runnable printReports;

  /** SIGUSR1 asks for reports. */
  JobSignals(
      Watchdog watchdog,
      Supplier<List<JobHost>> hosts,
      Queue<JobEvent> events,
      CompletableFuture<LaunchException> cancelled,
      Runnable printReports) {
    this.watchdog = watchdog;
    this.hosts = hosts;
    this.events = events;
    this.cancelled = cancelled;
    this.printReports = printReports;
  }

  /** Handles signals from now on. */
  void install() {
    for (String name : TERMINATING.keySet()) {
      Signals.handle(name, this);
    }
    for (String name : OTHERS) {
      Signals.handle(name, this);
    }
  }

  @Override
  public void accept(String name) {
    switch (name) {
      case "USR1" -> printReports.run();
      case "USR2" -> forward(name);
      case "TSTP" -> suspend();
      case "CONT" -> resume();
      default -> terminated(name, TERMINATING.get(name));
    }
  }

  private void terminated(String name, int number) {
    cancelled.complete(
        new LaunchException(ExitCodes.SIGNAL_BASE + number, "mpirun got SIG" + name));
    events.add(new JobEvent.Terminated(name, number));
  }

  /**
   * A program may ignore the terminal's stop signal, and in a session of its own a rank always
   * does, so ranks get the one that cannot be ignored; then mpirun stops, as its user's shell
   * expects.
   */
  private void suspend() {
    pauseHeartbeats(true);
    forward("STOP");
    try {
      watchdog.stopLauncher();
    } catch (IOException gone) {
      events.add(new JobEvent.OutputFailed("orders to the watchdog", gone.getMessage()));
    }
  }

  private void resume() {
    // Heartbeats go first, so that no rank finds only the silence of the time it slept.
    pauseHeartbeats(false);
    forward("CONT");
  }

  private void pauseHeartbeats(boolean paused) {
    for (JobHost host : hosts.get()) {
      host.pauseHeartbeat(paused);
    }
  }

  private void forward(String signal) {
    for (JobHost host : hosts.get()) {
      try {
        host.signal(signal);
      } catch (IOException gone) {
        events.add(
            new JobEvent.OutputFailed("orders for the ranks on " + host.name(), gone.getMessage()));
      }
    }
  }
}
