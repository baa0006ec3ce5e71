package org.ob1j.bml;

/**
 * What a rail carries, from how long its shares of messages have taken. The first share is left
 * out, since a connection is made with it; later ones count less the older they are. A rail that is
 * too slow for a share is thought a little faster each time, so that it is tried again.
 */
final class MeasuredBandwidth {
  /** Before anything is known, rails count as equal. */
  static final int FIRST_GUESS_MEGABITS = 1_000;

  private static final double NEWEST_PART = 0.25;
  private static final double HOPE = 1.1;
  private static final double NANO_BITS_A_BYTE = 8_000;

  private double megabits = FIRST_GUESS_MEGABITS;
  private long shares;

  /** The estimate, in Mbit/s, at least 1. */
  public int megabits() {
    return (int) Math.max(1, Math.min(megabits, Integer.MAX_VALUE));
  }

  /** A share has gone. */
  public void moved(long lengthBytes, long nanos) {
    double newest = lengthBytes * NANO_BITS_A_BYTE / Math.max(1, nanos);
    shares++;
    if (shares == 2) {
      megabits = newest;
    } else if (shares > 2) {
      megabits += NEWEST_PART * (newest - megabits);
    }
  }

  /** A message was divided, and nothing of it is for this rail. */
  public void passedOver() {
    megabits *= HOPE;
  }
}
