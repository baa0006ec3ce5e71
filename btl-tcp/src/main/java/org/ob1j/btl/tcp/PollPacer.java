package org.ob1j.btl.tcp;

/**
 * Says at which polls an expensive look is due, so that looks are about a given time apart however
 * fast the polls come, without reading a clock at each poll.
 */
final class PollPacer {
  private static final int MAX_POLLS = 1 << 14;

  private int pollsBetween = 1;
  private int pollsLeft = 1;
  private long lastLookNanos;

  PollPacer(long nowNanos) {
    lastLookNanos = nowNanos;
  }

  /** Counts a poll; true if a look is due. */
  boolean isDue() {
    return --pollsLeft <= 0;
  }

  /** Makes the next poll due. */
  void hurry() {
    pollsLeft = 0;
    pollsBetween = 1;
  }

  /**
   * Tells that a look takes place.
   *
   * @param targetNanos how far the next one should be
   */
  void looked(long nowNanos, long targetNanos) {
    long elapsedNanos = Math.max(1, nowNanos - lastLookNanos);
    long polls = (long) ((double) pollsBetween * targetNanos / elapsedNanos);
    // Growing by steps: one slow stretch must not be followed by a long blind one.
    pollsBetween = (int) Math.max(1, Math.min(Math.min(polls, 2L * pollsBetween), MAX_POLLS));
    pollsLeft = pollsBetween;
    lastLookNanos = nowNanos;
  }
}
