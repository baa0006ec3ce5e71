package org.ob1j.launcher;

/**
 * Which of two events is the cause of the other. A rank that aborts may only have noticed that
 * another is gone, and its word may come before that other's end is seen.
 */
final class RootCause {
  private RootCause() {}

  /** Whether something may come after it that explains it. */
  static boolean mayBeConsequence(JobEvent event) {
    return event instanceof JobEvent.RankAborted || event instanceof JobEvent.Hopeless;
  }

  /**
   * Whether an event explains one that may be a consequence: the end of another rank by a signal;
   * or without {@code MPI.Finalize}, if the one that aborts says that a peer failed.
   *
   * @param later what came a moment after
   */
  static boolean isCause(JobEvent later, JobEvent consequence) {
    if (!(later instanceof JobEvent.RankEnded end)) {
      return false;
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
