package org.ob1j.runtime.memory;

import java.util.ServiceConfigurationError;
import java.util.StringJoiner;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * What a search for a native service has found.
 *
 * @param service null if there is none
 * @param reason why there is none; null if there is one
 */
public record FoundService<T extends NativeService>(T service, String reason) {
  /** Takes the first that can be used here; asking them may load a library. */
  public static <T extends NativeService> FoundService<T> among(
      Iterable<T> services, ParameterSet parameters) {
    StringJoiner reasons = new StringJoiner("; ");
    try {
      for (T each : services) {
        String why = each.unavailableReason(parameters);
        if (why == null) {
          return new FoundService<>(each, null);
        }
        reasons.add(why);
      }
    } catch (ServiceConfigurationError | LinkageError broken) {
      reasons.add(broken.toString());
    }
    return new FoundService<>(null, reasons.length() == 0 ? "none" : reasons.toString());
  }

  /** What was found, or why nothing was, for the user. */
  public String explain() {
    return service == null ? reason : "works, by " + service.getClass().getSimpleName();
  }
}
