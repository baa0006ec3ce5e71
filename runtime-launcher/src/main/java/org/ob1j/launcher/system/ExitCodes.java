package org.ob1j.launcher.system;

/** mpirun's own exit codes; any other is the first failing rank's. */
final class ExitCodes {
  static final int OK = 0;

  /** The job failed, and no rank's exit code says so. */
  static final int FAILURE = 1;

  static final int USAGE = 2;

  /** Of a rank that aborts because another failed: MPI_ERR_PROC_ABORTED. */
  static final int PEER_FAILED = 74;

  static final int TIMEOUT = 110;
  static final int NOT_EXECUTABLE = 126;
  static final int NO_SUCH_PROGRAM = 127;

  /** Plus the signal's number: ended by a signal. */
  static final int SIGNAL_BASE = 128;

  static final int SIGPIPE = SIGNAL_BASE + 13;

  static final int SIGABRT = SIGNAL_BASE + 6;

  private ExitCodes() {}
}
