package org.ob1j.launcher.system;

import java.util.Map;

/** Linux's signal numbers, for exit codes above 128. */
public final class SignalNames {
  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          Map.entry(1, "SIGHUP"),
          Map.entry(2, "SIGINT"),
          Map.entry(3, "SIGQUIT"),
          Map.entry(4, "SIGILL"),
          Map.entry(6, "SIGABRT"),
          Map.entry(7, "SIGBUS"),
          Map.entry(8, "SIGFPE"),
          Map.entry(9, "SIGKILL"),
          Map.entry(11, "SIGSEGV"),
          Map.entry(13, "SIGPIPE"),
          Map.entry(14, "SIGALRM"),
          Map.entry(15, "SIGTERM"),
          Map.entry(24, "SIGXCPU"),
          Map.entry(31, "SIGSYS"));

  private SignalNames() {}

  /** " (SIGKILL)" for 137, empty for what is no signal's exit code. */
  public static String suffix(int exitCode) {
    String name = NAMES.get(exitCode - ExitCodes.SIGNAL_BASE);
    return name == null ? "" : " (" + name + ")";
  }
}
