package org.ob1j.btl.tcp;

import java.util.function.LongSupplier;

/**
 * Says at which polls the selector is to be asked, which is expensive: about a given time apart,
 * however fast the polls come. The clock is read at few polls only; how few is limited, because
 * polls that took nanoseconds may take milliseconds from one moment to the next, when cores are
 * shared.
 */
final class PollPacer {
  private static final int MAX_POLLS_WITHOUT_CLOCK = 64;

  /** The clock should be read so often in the time between two selects. */
  private static final int CLOCK_READINGS = 8;

  private final LongSupplier clock;
  private int pollsBetween = 1;
  private int pollsLeft = 1;
  private long intervalNanos;
  private long lastSelectNanos;
  private long lastReadingNanos;

  /**
   * @param clock nanoseconds from any origin
   */
  PollPacer(LongSupplier clock) {
    this.clock = clock;
    lastSelectNanos = clock.getAsLong();
    lastReadingNanos = lastSelectNanos;
  }

  /** Counts a poll; true if a select is due, which must take place then. */
  boolean isDue() {
    return --pollsLeft <= 0 && readClock();
  }

  /** Makes the next poll due. */
  void hurry() {
    pollsLeft = 0;
    intervalNanos = 0;
  }

  /** Sets how far apart selects should be, from the last one on. */
  void setInterval(long nanos) {
    intervalNanos = nanos;
  }

  private boolean readClock() {
    long nowNanos = clock.getAsLong();
    long elapsedNanos = Math.max(1, nowNanos - lastReadingNanos);
    long polls = pollsBetween * intervalNanos / CLOCK_READINGS / elapsedNanos;
    pollsBetween = (int) Math.max(1, Math.min(polls, MAX_POLLS_WITHOUT_CLOCK));
    pollsLeft = pollsBetween;
    lastReadingNanos = nowNanos;
    if (nowNanos - lastSelectNanos < intervalNanos) {
      return false;
    }
    lastSelectNanos = nowNanos;
    return true;
  }
}
