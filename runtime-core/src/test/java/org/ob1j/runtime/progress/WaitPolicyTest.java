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
      assertThat(pollsUntilLong(sharedCores)).isBetween(5, 17);
      sharedCores.busy();
    }
  }

  @Test
  void shouldSpinForLongOnACoreOfItsOwn() {
    assertThat(pollsUntilLong(ownCores)).isGreaterThan(1_000);
  }

  @Test
  void shouldStayLongUntilSomethingComes() {
    pollsUntilLong(ownCores);

    assertThat(ownCores.idle()).isTrue();

    ownCores.busy();
    assertThat(ownCores.idle()).isFalse();
  }

  @Test
  void shouldSleepLaterWhereRanksShareCores() {
    assertThat(sharedCores.sleepAfterNanos()).isGreaterThan(ownCores.sleepAfterNanos());
    assertThat(sharedCores.withSleepAfter(7).sleepAfterNanos()).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 999, false, false",
    "1000, 1000, false, true",
    "1000, 0, true, true",
    "9223372036854775807, 5000, false, false",
    "9223372036854775807, 5000, true, false",
  })
  void shouldSleepAtOnceWhereNothingIsLostByIt(
      long sleepAfterNanos, long waitedNanos, boolean patient, boolean sleep) {
    WaitPolicy policy = ownCores.withSleepAfter(sleepAfterNanos);

    assertThat(policy.isTimeToSleep(waitedNanos, patient)).isEqualTo(sleep);
  }
}
