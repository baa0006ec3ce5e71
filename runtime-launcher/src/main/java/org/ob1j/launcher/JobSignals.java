package org.ob1j.launcher;

import java.io.IOException;
import java.util.Map;
import java.util.Queue;
import org.ob1j.launcher.process.Watchdog;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.runtime.control.ControlServer;

/** What mpirun does with the signals it gets while a job runs. */
final class JobSignals {
  private static final Map<String, Integer> TERMINATING = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final Watchdog watchdog;
  private final ControlServer server;
  private final Queue<JobEvent> events;

  JobSignals(Watchdog watchdog, ControlServer server, Queue<JobEvent> events) {
    this.watchdog = watchdog;
    this.server = server;
    this.events = events;
  }

  /** Handles signals from now on; SIGUSR1 asks for reports. */
  void install(Runnable printReports) {
    TERMINATING.forEach(
        (name, number) ->
            Signals.handle(name, s -> events.add(new JobEvent.Terminated(name, number))));
    Signals.handle("USR1", s -> printReports.run());
    Signals.handle("USR2", s -> forward("USR2"));
    Signals.handle("TSTP", s -> suspend());
    Signals.handle("CONT", s -> resume());
  }

  /**
   * A program may ignore the terminal's stop signal, and in a session of its own a rank always
   * does, so ranks get the one that cannot be ignored; then mpirun stops, as its user's shell
   * expects.
   */
  private void suspend() {
    server.pauseHeartbeat(true);
    forward("STOP");
    try {
      watchdog.stopLauncher();
    } catch (IOException gone) {
      events.add(new JobEvent.OutputFailed("orders to the watchdog", gone.getMessage()));
    }
  }

  private void resume() {
    // Heartbeats go first, so that no rank finds only the silence of the time it slept.
    server.pauseHeartbeat(false);
    forward("CONT");
  }

  private void forward(String signal) {
    try {
      watchdog.signalRanks(signal);
    } catch (IOException gone) {
      events.add(new JobEvent.OutputFailed("orders to the watchdog", gone.getMessage()));
    }
  }
}
