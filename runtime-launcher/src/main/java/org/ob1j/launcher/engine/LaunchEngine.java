package org.ob1j.launcher.engine;

/** A way to start agents on other hosts. */
public interface LaunchEngine extends AutoCloseable {
  /** Told what becomes of agents, on any thread. */
  interface Listener {
    /**
     * The agent of a host has ended, or could not be started.
     *
     * @param host the host's number
     * @param reason what the engine, or the other host, says of it
     */
    void ended(int host, String reason);

    /** Something that a host or the engine said, for a user who has asked. */
    void said(String text);

    /** A host that cannot be reached yet is waited for, which may take long. */
    void waits(String text);
  }

  /** Starts the agents of an order; does not wait until they run. */
  void start(AgentOrder order, Listener listener);

  /**
   * What has been said of a host so far, in one line; empty if nothing.
   *
   * @param host the number of a host for which {@link #start} was called
   */
  String lastWords(int host);

  /** Why agents that had come may be gone, as far as the engine knows; empty: it does not. */
  default String whyGone() {
    return "";
  }

  /** Gives up agents that are still being started, and ends what belongs to the engine here. */
  @Override
  void close();
}
