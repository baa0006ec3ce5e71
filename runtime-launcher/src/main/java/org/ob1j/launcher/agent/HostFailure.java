package org.ob1j.launcher.agent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** What has failed on a host while a job starts. */
final class HostFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int MAX_WORDS = 2;

  HostFailure(String host, Throwable cause) {
    super("host " + host + ": " + cause.getMessage(), cause);
  }

  /**
   * What hosts have said that were to say something else, as the end of a message: of many hosts
   * some.
   *
   * @param words by host; empty ones do not count
   */
  static String instead(Map<String, String> words) {
    Map<String, List<String>> hosts = new LinkedHashMap<>();
    words.forEach((host, said) -> hosts.computeIfAbsent(said, s -> new ArrayList<>()).add(host));
    hosts.remove("");
    return hosts.entrySet().stream()
        .limit(MAX_WORDS)
        .map(each -> "; from " + String.join(", ", each.getValue()) + " came: " + each.getKey())
        .collect(Collectors.joining());
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
