package org.ob1j.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
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

  /** Nanoseconds that a yield took and that the shortest took. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, false",
    "699, 300, false",
    "700, 300, true",
    "1000000, 300, true",
    // Where it takes long to enter the kernel.
    "2599, 1300, false",
    "2600, 1300, true",
  })
  void shouldTakeAYieldForWantedThatTookTwiceAsLongAsTheShortest(
      long yieldNanos, long shortestNanos, boolean wanted) {
    assertThat(WaitPolicy.isWanted(yieldNanos, shortestNanos)).isEqualTo(wanted);
  }

  /** Polls before a yield, how many in a row nobody wanted then, polls after it. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 1",
    "1, 15, 1",
    "1, 16, 16",
    "16, 1, 32",
    "16, 17, 32",
    "32, 18, 64",
    "64, 19, 128",
    "128, 20, 128",
    "128, 0, 1",
    "16, 0, 1",
  })
  void shouldPollLongerTheOftenerNobodyWantedTheCore(int spins, int unwantedYields, int next) {
    assertThat(WaitPolicy.spinsAfter(spins, unwantedYields)).isEqualTo(next);
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

  /** Ranks of the host, its cores, and the first wait in microseconds that has a nap. */
  @ParameterizedTest
  @CsvSource({"1, 2, 4000", "2, 2, 4000", "3, 2, 300", "64, 2, 300"})
  void shouldNapOnceAWaitIsLong(int ranks, int cores, long micros) {
    WaitPolicy policy = WaitPolicy.forHost(ranks, cores);
    long firstNanos = TimeUnit.MICROSECONDS.toNanos(micros);
    assertThat(policy.napIfLong(firstNanos - 1)).isFalse();
    assertThat(policy.napIfLong(firstNanos)).isTrue();
    assertThat(policy.withSleepAfter(7).napIfLong(firstNanos - 1)).isFalse();
  }

  /** Ranks of other containers do not get the core by a yield. */
  @Test
  void shouldLeaveTheCoreSoonWhereRanksOfOtherContainersWantIt() {
    WaitPolicy policy = WaitPolicy.forCrowdedMachine();
    assertThat(pollsUntilYield(policy, false)).isEqualTo(1);
    assertThat(policy.napIfLong(99_999)).isFalse();
    assertThat(policy.napIfLong(100_000)).isTrue();
    assertThat(policy.sleepAfterNanos()).isEqualTo(1_000_000);
  }

  @Test
  void shouldNotNapIfItIsNotToSleep() {
    WaitPolicy policy = sharedCores.withoutSleep();
    assertThat(policy.napIfLong(Long.MAX_VALUE - 1)).isFalse();
    assertThat(policy.sleepAfterNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shouldPollOnceBetweenNaps() {
    pollsUntilLong(ownCores);
    ownCores.napIfLong(Long.MAX_VALUE);
    assertThat(pollsUntilLong(ownCores)).isEqualTo(1);
    ownCores.napIfLong(Long.MAX_VALUE);
    ownCores.busy();
    assertThat(ownCores.idle()).isFalse();
  }

  @Test
  void shouldKeepAnInterruptForTheProgram() {
    Thread.currentThread().interrupt();
    assertThat(ownCores.napIfLong(Long.MAX_VALUE)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldSleepLaterWhereRanksShareCores() {
    assertThat(sharedCores.sleepAfterNanos()).isGreaterThan(ownCores.sleepAfterNanos());
    assertThat(sharedCores.withSleepAfter(7).sleepAfterNanos()).isEqualTo(7);
  }
}
