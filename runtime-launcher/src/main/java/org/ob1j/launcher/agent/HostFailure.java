package org.ob1j.launcher.agent;

import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** What has failed on a host while a job starts. */
final class HostFailure extends Exception {
  private static final long serialVersionUID = 1L;

  HostFailure(String host, Throwable cause) {
    super("host " + host + ": " + cause.getMessage(), cause);
  }

  /** What mpirun says of it. */
  static LaunchException launchException(Throwable failure) {
    if (failure instanceof LaunchException known) {
      return known;
    }
    int exitCode =
        failure.getCause() instanceof LaunchException of ? of.exitCode() : ExitCodes.FAILURE;
    return new LaunchException(exitCode, failure.getMessage());
  }
}
