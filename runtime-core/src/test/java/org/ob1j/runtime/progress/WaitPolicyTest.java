package org.ob1j.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WaitPolicyTest {
  private static final int MANY = 10_000;

  private final WaitPolicy ownCores = WaitPolicy.forHost(2, 2);
  private final WaitPolicy sharedCores = WaitPolicy.forHost(3, 2);

  /** How many polls in vain a wait has before it counts as long. */
  private static int pollsUntilLong(WaitPolicy policy) {
    int polls = 1;
    while (!policy.idle()) {
      assertThat(polls++).as("polls of a wait that is never long").isLessThan(MANY);
    }
    return polls;
  }

  @Test
  void shouldOfferACoreThatRanksShareAfterAFewPolls() {
    for (int wait = 0; wait < 100; wait++) {
      assertThat(pollsUntilLong(sharedCores)).isBetween(2, 1 + 16 * 128);
      sharedCores.busy();
    }
  }

  /** Whoever else runs meanwhile decides how long a yield takes. */
  @ParameterizedTest
  @CsvSource({"0, 16", "100000, 16", "100001, 1"})
  void shouldLookAtTheTimeSoonerAfterALongYield(long yieldNanos, int yields) {
    assertThat(WaitPolicy.yieldsUntilClock(yieldNanos)).isEqualTo(yields);
  }

  /** Polls before a yield, nanoseconds that it took and that the shortest took, polls after it. */
  @ParameterizedTest
  @CsvSource({
    "1, 699, 300, 16",
    "1, 700, 300, 1",
    "16, 0, 0, 32",
    "32, 699, 300, 64",
    "64, 699, 300, 128",
    "128, 699, 300, 128",
    "128, 700, 300, 1",
    "16, 1000000, 300, 1",
    // Where it takes long to enter the kernel.
    "1, 1500, 1300, 16",
    "16, 2599, 1300, 32",
    "16, 2600, 1300, 1",
    "1, 9500, 1300, 1",
  })
  void shouldPollLongerTheOftenerNobodyWantedTheCore(
      int spins, long yieldNanos, long shortestNanos, int next) {
    assertThat(WaitPolicy.spinsAfter(spins, yieldNanos, shortestNanos)).isEqualTo(next);
  }

  /** How many polls in vain come before the first yield. */
  private static int pollsUntilYield(WaitPolicy policy, boolean crowded) {
    int polls = 1;
    while (!policy.isTimeToYield(crowded)) {
      assertThat(polls++).as("polls without a yield").isLessThan(MANY);
    }
    return polls;
  }

  @Test
  void shouldPollForLongBeforeItOffersACoreThatRanksDoNotShare() {
    assertThat(pollsUntilYield(ownCores, false)).isEqualTo(128);
    assertThat(pollsUntilYield(sharedCores, false)).isEqualTo(1);
  }

  @Test
  void shouldOfferItsCoreSoonWhereOtherThreadsOfTheProcessWait() {
    assertThat(pollsUntilYield(ownCores, true)).isEqualTo(4);
  }

  @Test
  void shouldSayAgainAndAgainThatAWaitIsLong() {
    for (int look = 0; look < 10; look++) {
      assertThat(pollsUntilLong(ownCores)).isLessThanOrEqualTo(1 + 16 * 128);
    }
  }

  @Test
  void shouldNotBeLongWhileSomethingComesNowAndThen() {
    for (int poll = 0; poll < 10 * MANY; poll++) {
      assertThat(ownCores.idle()).isFalse();
      if (poll % 100 == 0) {
        ownCores.busy();
      }
    }
  }

  @Test
  void shouldSleepLaterWhereRanksShareCores() {
    assertThat(sharedCores.sleepAfterNanos()).isGreaterThan(ownCores.sleepAfterNanos());
    assertThat(sharedCores.withSleepAfter(7).sleepAfterNanos()).isEqualTo(7);
  }
}
