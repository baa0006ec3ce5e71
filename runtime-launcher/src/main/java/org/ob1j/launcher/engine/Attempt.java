package org.ob1j.launcher.engine;

import java.util.List;
import java.util.Locale;
import org.ob1j.launcher.system.SignalNames;

/**
 * How an attempt to start an agent by a remote shell has ended. Decisions only.
 *
 * @param shell the remote shell's name
 * @param ready whether the other host was ready to become an agent
 * @param exitCode the remote shell's
 * @param errors what it has said of that: {@link LastWords}
 */
record Attempt(String shell, boolean ready, int exitCode, List<String> errors) {
  /** ssh's own exit code, where it is not that of the command. */
  private static final int SHELL_FAILED = 255;

  /** What sshd's clients say where it has too many connections that are not logged in yet. */
  private static final List<String> BUSY =
      List.of("kex_exchange_identification", "connection reset", "connection closed by remote");

  /** What they say of a host that has not come up yet. */
  private static final List<String> NOT_UP =
      List.of(
          "connection refused",
          "could not resolve",
          "name or service not known",
          "temporary failure in name resolution",
          "no route to host",
          "connection timed out");

  /** What a JVM says of classes of a newer one, and one before 9 of an option for logs. */
  private static final List<String> TOO_OLD =
      List.of("UnsupportedClassVersionError", "Unrecognized option: -Xlog");

  /** The daemon there is busy: a moment later it may not be. */
  boolean isBusy() {
    return failedIn(BUSY);
  }

  /** The host, or its name, is not there yet. */
  boolean isNotUp() {
    return failedIn(NOT_UP);
  }

  private boolean failedIn(List<String> signs) {
    if (ready || exitCode != SHELL_FAILED) {
      return false;
    }
    String all = String.join("\n", errors).toLowerCase(Locale.ROOT);
    return signs.stream().anyMatch(all::contains);
  }

  private String code() {
    return exitCode + SignalNames.suffix(exitCode);
  }

  /** Why there is no agent. */
  String reason() {
    if (errors.stream().anyMatch(line -> TOO_OLD.stream().anyMatch(line::contains))) {
      return "the java there is too old: ob1j needs 17 or newer";
    }
    if (errors.isEmpty() && exitCode == SHELL_FAILED) {
      return shell
          + " ended with exit code "
          + exitCode
          + " without a word: the connection was lost, or could not be made, or what it ran was"
          + " killed";
    }
    String said = errors.isEmpty() ? "" : ": " + LastWords.text(errors);
    boolean ofAgent = ready && exitCode != SHELL_FAILED;
    String ended = (ofAgent ? "its agent" : shell) + " ended with exit code " + code();
    if (ready) {
      return ended + said;
    }
    return errors.isEmpty() ? ended + " and has not run what it was given" : ended + said;
  }
}
