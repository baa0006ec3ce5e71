package org.ob1j.btl.ucx;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * From which length on the user has UCX send messages by rendezvous. Tagged messages that are
 * longer leave MPI's order, since others overtake what waits for its receiver.
 */
final class RendezvousThreshold {
  static final String VARIABLE = "UCX_RNDV_THRESH";

  /** As UCX reads lengths: a number with a unit, perhaps for one kind of peers only. */
  private static final Pattern LENGTH =
      Pattern.compile("(?:[a-z]+:)?(\\d+)([kmgt]?)b?", Pattern.CASE_INSENSITIVE);

  private static final String UNITS = "kmgt";

  private RendezvousThreshold() {}

  /** Whether the user says anything about it but that UCX is to choose. */
  static boolean isSet(Map<String, String> environment) {
    String value = environment.getOrDefault(VARIABLE, "").strip();
    return !value.isEmpty() && !value.equalsIgnoreCase("auto");
  }

  /** The least that the variable names, in bytes; none if UCX chooses, or there is no limit. */
  static OptionalLong inBytes(Map<String, String> environment) {
    long least = Long.MAX_VALUE;
    for (String word : environment.getOrDefault(VARIABLE, "").split(",")) {
      Matcher length = LENGTH.matcher(word.strip());
      if (length.matches()) {
        least = Math.min(least, bytes(length.group(1), length.group(2)));
      }
    }
    return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
  }

  private static long bytes(String number, String unit) {
    int tenBits = unit.isEmpty() ? 0 : 1 + UNITS.indexOf(unit.toLowerCase(Locale.ROOT));
    // So many digits are no length any more.
    long value = number.length() > 9 ? Integer.MAX_VALUE : Long.parseLong(number);
    return value << 10 * tenBits;
  }
}
