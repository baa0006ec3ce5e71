package org.ob1j.btl.tcp.connection;

import java.util.EnumMap;
import java.util.Map;

/** Counts connections that were refused, by reason, and remembers what the last one was about. */
public final class RejectionCounts {
  /** Why a connection was refused before any frame. */
  enum Reason {
    /** The hello was not one, or of another version, job or rank. */
    BAD_HELLO,
    /** The other side does not know the job's secret. */
    BAD_PROOF,
    /** The verdict was no verdict. */
    BAD_VERDICT,
    /** The rank is not one of this job, or cannot be reached by this transport. */
    BAD_RANK,
    /** The other side is a link of which this process has none. */
    BAD_LINK,
    /** The other side went away. */
    ENDED_EARLY,
    /** The other side said nothing for too long. */
    TOO_SLOW,
    /** Too many unproven connections: the oldest was given up. */
    TOO_MANY
  }

  private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
  private String lastMessage = "";

  void add(Reason reason, String message) {
    counts.put(reason, counts.getOrDefault(reason, 0L) + 1);
    lastMessage = message;
  }

  public String describe() {
    return counts.isEmpty()
        ? "no connection refused"
        : "connections refused: " + counts + ", last: " + lastMessage;
  }
}
