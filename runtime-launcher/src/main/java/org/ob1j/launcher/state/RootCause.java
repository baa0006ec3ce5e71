package org.ob1j.launcher.state;

import org.ob1j.launcher.system.ExitCodes;

/**
 * Which of two events is the cause of the other. A rank that aborts may only have noticed that
 * another is gone, and its word may come before that other's end is seen. A library may notice,
 * too, and end the process: UCX 1.13 does where a peer goes while they connect.
 */
public final class RootCause {
  private RootCause() {}

  /** Whether something may come after it that explains it. */
  public static boolean mayBeConsequence(JobEvent event) {
    return event instanceof JobEvent.RankAborted
        || event instanceof JobEvent.Hopeless
        || event instanceof JobEvent.RankEnded end && end.exitCode() == ExitCodes.SIGABRT;
  }

  /**
   * Whether an event explains one that may be a consequence: the end of another rank by a signal;
   * or without {@code MPI.Finalize}, if the one that aborts says that a peer failed.
   *
   * @param later what came a moment after
   */
  public static boolean isCause(JobEvent later, JobEvent consequence) {
    if (!(later instanceof JobEvent.RankEnded end)) {
      return false;
    }
    if (consequence instanceof JobEvent.RankEnded) {
      return end.exitCode() > ExitCodes.SIGNAL_BASE && end.exitCode() != ExitCodes.SIGABRT;
    }
    boolean gone = end.early();
    if (consequence instanceof JobEvent.RankAborted abort) {
      if (end.rank() == abort.rank()) {
        return false;
      }
      // Another that has noticed ends with the same code.
      gone &= abort.code() == ExitCodes.PEER_FAILED && end.exitCode() != abort.code();
    }
    return gone || end.exitCode() > ExitCodes.SIGNAL_BASE;
  }
}
