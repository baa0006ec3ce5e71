package org.ob1j.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProgressEngineTest {
  private static final int MANY = 1000;

  private final WaitPolicy policy = WaitPolicy.forHost(1, 1);
  private final ProgressEngine engine = new ProgressEngine(policy);
  private int events;

  ProgressEngineTest() {
    engine.register(() -> events);
  }

  @AfterEach
  void close() {
    engine.close();
  }

  /** Others, that the caller may test for, want its core. */
  @Test
  void shouldMakeWayForOthersWhereACallerPollsAgainAndAgainInVain() {
    assertThat(policy.isTimeToYield(false)).isFalse();
    for (int poll = 0; poll < MANY; poll++) {
      assertThat(engine.pollOrAct()).isFalse();
    }
    assertThat(policy.isTimeToYield(false)).isTrue();
  }

  @Test
  void shouldNotMakeWayWhereSomethingHasJustCome() {
    for (int poll = 0; poll < MANY; poll++) {
      engine.pollOrAct();
    }
    events = 1;
    assertThat(engine.pollOrAct()).isTrue();
    assertThat(policy.isTimeToYield(false)).isFalse();
  }
}
