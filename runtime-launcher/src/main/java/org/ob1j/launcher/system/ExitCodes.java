package org.ob1j.launcher.system;

/** mpirun's own exit codes; any other is the first failing rank's. */
public final class ExitCodes {
  public static final int OK = 0;

  /** The job failed, and no rank's exit code says so. */
  public static final int FAILURE = 1;

  public static final int USAGE = 2;

  /** Of a rank that aborts because another failed: MPI_ERR_PROC_ABORTED. */
  public static final int PEER_FAILED = 74;

  public static final int TIMEOUT = 110;
  public static final int NOT_EXECUTABLE = 126;
  public static final int NO_SUCH_PROGRAM = 127;

  /** Plus the signal's number: ended by a signal. */
  public static final int SIGNAL_BASE = 128;

  public static final int SIGPIPE = SIGNAL_BASE + 13;

  public static final int SIGABRT = SIGNAL_BASE + 6;

  private ExitCodes() {}
}
