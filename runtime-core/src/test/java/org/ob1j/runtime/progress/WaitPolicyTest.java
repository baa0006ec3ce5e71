package org.ob1j.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
      assertThat(pollsUntilLong(sharedCores)).isBetween(2, 2 * 16);
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

    assertThat(pollsUntilLong(ownCores)).isLessThan(20);

    ownCores.busy();
    assertThat(pollsUntilLong(ownCores)).isGreaterThan(1_000);
  }

  @Test
  void shouldSleepLaterWhereRanksShareCores() {
    assertThat(sharedCores.sleepAfterNanos()).isGreaterThan(ownCores.sleepAfterNanos());
    assertThat(sharedCores.withSleepAfter(7).sleepAfterNanos()).isEqualTo(7);
  }
}
