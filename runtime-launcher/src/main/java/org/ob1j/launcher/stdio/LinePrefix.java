package org.ob1j.launcher.stdio;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What each line of a rank's output begins with, in Open MPI's form: {@code Sat Nov 21 04:54:41
 * 2026[1,0]<stdout>:}, of which --timestamp-output gives the first part and --tag-output the
 * second.
 */
final class LinePrefix {
  private final String rest;

  /** Both null if no time is wanted. */
  private final Supplier<LocalDateTime> clock;

  private final DateTimeFormatter time;

  /**
   * @param tag the rank's part, or empty
   * @param stream the stream's name
   * @param clock tells the time, or null: no time
   */
  LinePrefix(String tag, String stream, Supplier<LocalDateTime> clock) {
    this.clock = clock;
    time =
        clock == null ? null : DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss yyyy", Locale.US);
    rest = tag.isEmpty() && clock == null ? "" : tag + "<" + stream + ">:";
  }

  boolean isEmpty() {
    return rest.isEmpty();
  }

  /** The prefix of lines that are written now. */
  byte[] now() {
    String now = clock == null ? "" : time.format(clock.get());
    return (now + rest).getBytes(StandardCharsets.US_ASCII);
  }
}
