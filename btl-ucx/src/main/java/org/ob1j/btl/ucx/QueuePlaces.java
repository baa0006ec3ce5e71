package org.ob1j.btl.ucx;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.ob1j.runtime.parameter.ParameterException;

/** How long the places of UCX's queues in shared memory may be, if the user says it. */
final class QueuePlaces {
  /** UCX keeps the length of what is in a place in 16 bits, and does not look whether it fits. */
  static final int MAX_BYTES = 65535;

  private static final String VARIABLE = "UCX_%s_SEG_SIZE";

  /** The variables of one transport go before those of all. */
  private static final String ALL = VARIABLE.formatted("MM");

  private QueuePlaces() {}

  /**
   * Looks at the environment before anything is sent.
   *
   * @param found the transports that UCX has found
   * @throws ParameterException if messages would arrive with a wrong length
   */
  static void check(UcxTransports found, Map<String, String> environment) {
    for (String transport : List.of("posix", "sysv", "xpmem")) {
      if (found.names().stream().anyMatch(name -> name.startsWith(transport + "/"))) {
        String own = VARIABLE.formatted(transport.toUpperCase(Locale.ROOT));
        String variable = environment.containsKey(own) ? own : ALL;
        check(variable, environment.getOrDefault(variable, ""));
      }
    }
  }

  private static void check(String variable, String value) {
    OptionalLong bytes = UcxLength.inBytes(value);
    if (bytes.isPresent() && bytes.getAsLong() > MAX_BYTES) {
      throw new ParameterException(
          "%s is '%s'; it must be at most %d: UCX keeps the length of a message there in 16 bits"
              .formatted(variable, value, MAX_BYTES));
    }
  }
}
