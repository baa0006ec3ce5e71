package org.ob1j.btl.ucx.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.ob1j.runtime.parameter.ParameterException;

/**
 * How long the segments of UCX's queues are, in shared memory and before sockets, if the user says
 * so by variables of the environment: UCX takes any length.
 */
public final class SegmentSizes {
  /** UCX keeps the length of a message there in 16 bits, and does not check whether it fits. */
  static final int MAX_BYTES = 65535;

  /** The longest tagged message, with UCX's header: in pieces it would leave MPI's order. */
  static final int MIN_TAGGED_BYTES = UcxSettings.MAX_TAGGED_BYTES + 64;

  private static final List<String> IN_MEMORY = List.of("posix", "sysv", "xpmem");
  private static final String SOCKETS = "UCX_TCP_TX_SEG_SIZE";
  private static final String VARIABLE = "UCX_%s_SEG_SIZE";

  /** The variables of one transport go before those of all. */
  private static final String ALL = VARIABLE.formatted("MM");

  private SegmentSizes() {}

  /**
   * Checks the environment, before anything is sent.
   *
   * @param found the transports that UCX has found
   * @throws ParameterException if messages would arrive with a wrong length
   */
  public static void check(UcxTransports found, Map<String, String> environment) {
    for (String variable : inMemory(found, environment)) {
      check(variable, environment.getOrDefault(variable, ""));
    }
  }

  /**
   * What the user has made too short for tagged messages; null if nothing.
   *
   * @param found the transports that UCX has found
   * @return a variable of the environment
   */
  static String tooShortForTags(UcxTransports found, Map<String, String> environment) {
    List<String> variables = inMemory(found, environment);
    if (has(found, "tcp")) {
      variables.add(SOCKETS);
    }
    return variables.stream()
        .filter(
            variable ->
                UcxLength.inBytes(environment.getOrDefault(variable, "")).orElse(MIN_TAGGED_BYTES)
                    < MIN_TAGGED_BYTES)
        .findFirst()
        .orElse(null);
  }

  /** The variables that say how long segments in shared memory are. */
  private static List<String> inMemory(UcxTransports found, Map<String, String> environment) {
    List<String> variables = new ArrayList<>();
    for (String transport : IN_MEMORY) {
      if (has(found, transport)) {
        String own = VARIABLE.formatted(transport.toUpperCase(Locale.ROOT));
        variables.add(environment.containsKey(own) ? own : ALL);
      }
    }
    return variables;
  }

  private static boolean has(UcxTransports found, String transport) {
    return found.names().stream().anyMatch(name -> name.startsWith(transport + "/"));
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
