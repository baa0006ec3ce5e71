package org.ob1j.btl.tcp.stream;

import java.util.Arrays;

/**
 * Lends staging to the connections that have bytes waiting, so that idle connections need none:
 * with many peers few are busy at once.
 */
public final class StagingPool {
  /** The smallest staging, in bytes. */
  private static final int MIN_CAPACITY = 256 << 10;

  /** More free staging than this is left to the garbage collector. */
  private static final int MAX_FREE = 16;

  private final int capacity;
  private final Staging[] free = new Staging[MAX_FREE];
  private int freeCount;
  private int lentCount;

  /**
   * @param maxFrameBytes the longest frame with prefix and padding; at least two fit
   */
  public StagingPool(int maxFrameBytes) {
    // A power of two, because positions in a send queue are masked.
    capacity = Math.max(MIN_CAPACITY, Integer.highestOneBit(2 * maxFrameBytes - 1) << 1);
  }

  int capacity() {
    return capacity;
  }

  /** How many are lent, for tests and reports. */
  int lentCount() {
    return lentCount;
  }

  Staging take() {
    lentCount++;
    return freeCount == 0 ? new Staging(capacity) : free[--freeCount];
  }

  void give(Staging staging) {
    lentCount--;
    if (freeCount < MAX_FREE) {
      free[freeCount++] = staging;
    }
  }

  public void clear() {
    Arrays.fill(free, null);
    freeCount = 0;
  }
}
