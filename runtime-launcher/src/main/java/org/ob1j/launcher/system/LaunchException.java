package org.ob1j.launcher.system;

/** A job cannot be started. The message is for the user. */
public final class LaunchException extends Exception {
  private static final long serialVersionUID = 1L;
  private final int exitCode;

  /**
   * Says why.
   *
   * @param exitCode mpirun's
   */
  public LaunchException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The user has written something that mpirun cannot do. */
  public static LaunchException usage(String message) {
    return new LaunchException(ExitCodes.USAGE, message + " (mpirun --help lists the options)");
  }

  /** mpirun's exit code. */
  public int exitCode() {
    return exitCode;
  }
}
