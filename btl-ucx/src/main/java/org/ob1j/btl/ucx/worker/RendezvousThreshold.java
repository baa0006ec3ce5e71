package org.ob1j.btl.ucx.worker;

import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * From which length on the user has UCX send messages by rendezvous. Tagged messages that are
 * longer leave MPI's order, since others overtake what waits for its receiver.
 */
final class RendezvousThreshold {
  static final String VARIABLE = "UCX_RNDV_THRESH";

  /** A length may be for one kind of peers only. */
  private static final Pattern KIND = Pattern.compile("^[a-z]+:", Pattern.CASE_INSENSITIVE);

  private RendezvousThreshold() {}

  /** The least that the variable names, in bytes; none if UCX chooses, or there is no limit. */
  static OptionalLong inBytes(Map<String, String> environment) {
    long least = Long.MAX_VALUE;
    for (String word : environment.getOrDefault(VARIABLE, "").split(",")) {
      OptionalLong length = UcxLength.inBytes(KIND.matcher(word.strip()).replaceFirst(""));
      least = Math.min(least, length.orElse(Long.MAX_VALUE));
    }
    return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
  }
}
