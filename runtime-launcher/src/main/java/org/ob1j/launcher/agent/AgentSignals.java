package org.ob1j.launcher.agent;

import org.ob1j.launcher.system.Signals;

/**
 * What an agent does with signals: a scheduler sends to each process that it has started what the
 * user has for the job.
 */
final class AgentSignals {
  private volatile AgentWork work;

  private AgentSignals() {}

  /** Handles signals from now on. */
  static AgentSignals install() {
    AgentSignals signals = new AgentSignals();
    // A report on what ranks wait for is mpirun's to print. Ranks would inherit that it is ignored.
    Signals.handle("USR1", name -> {});
    Signals.handle("USR2", signals::pass);
    return signals;
  }

  /** There may be ranks from now on. */
  void passTo(AgentWork its) {
    work = its;
  }

  private void pass(String name) {
    AgentWork its = work;
    if (its != null) {
      its.signal(name);
    }
  }
}
