package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MeasuredBandwidthTest {
  private static final int MEBIBYTE = 1 << 20;
  private static final int[] LEAST = {64 << 10, 64 << 10};

  private final MeasuredBandwidth fast = new MeasuredBandwidth();
  private final MeasuredBandwidth slow = new MeasuredBandwidth();

  private long[] divide() {
    int[] bandwidths = {fast.megabits(), slow.megabits()};
    return Striping.shares(MEBIBYTE, bandwidths, LEAST);
  }

  /** Divides messages among rails that carry so many Mbit/s; how much the slow one gets. */
  private double exchange(int messages, double fastMegabits, double slowMegabits) {
    long ofSlow = 0;
    for (int i = 0; i < messages; i++) {
      long[] shares = divide();
      ofSlow += shares[1];
      move(fast, shares[0], fastMegabits);
      move(slow, shares[1], slowMegabits);
    }
    return ofSlow / (double) MEBIBYTE / messages;
  }

  private static void move(MeasuredBandwidth rail, long lengthBytes, double megabits) {
    if (lengthBytes == 0) {
      rail.passedOver();
    } else {
      rail.moved(lengthBytes, (long) (lengthBytes * 8_000 / megabits));
    }
  }

  @Test
  void shouldDivideEquallyAtFirstAndThenByWhatTheRailsCarry() {
    assertThat(divide()).containsExactly(MEBIBYTE / 2, MEBIBYTE / 2);
    exchange(3, 3_000, 1_000);
    assertThat(exchange(10, 3_000, 1_000)).isCloseTo(0.25, within(0.025));
    assertThat(fast.megabits()).isCloseTo(3_000, within(30));
  }

  @Test
  void shouldLeaveOutTheFirstShareWithWhichAConnectionIsMade() {
    move(fast, MEBIBYTE, 1);
    assertThat(fast.megabits()).isEqualTo(MeasuredBandwidth.FIRST_GUESS_MEGABITS);
    move(fast, MEBIBYTE, 5_000);
    assertThat(fast.megabits()).isCloseTo(5_000, within(5));
  }

  @Test
  void shouldFollowARailThatChanges() {
    exchange(10, 2_000, 2_000);
    exchange(30, 2_000, 500);
    assertThat(exchange(10, 2_000, 500)).isCloseTo(0.2, within(0.02));
  }

  @Test
  void shouldTryARailAgainThatWasTooSlowForAShare() {
    exchange(3, 10_000, 10);
    assertThat(divide()[1]).isZero();
    // It carries as much as the other by now.
    exchange(100, 10_000, 10_000);
    assertThat(exchange(10, 10_000, 10_000)).isCloseTo(0.5, within(0.05));
  }
}
