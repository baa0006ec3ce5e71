package org.ob1j.launcher.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentParentTest {
  /** Behind "host h1 is lost: ". */
  @ParameterizedTest
  @CsvSource({
    "it has ended, its agent has ended",
    "it sent what it may not, its agent sent what it may not",
    "its host has not answered for 4 s (x), it has not answered for 4 s (x)"
  })
  void shouldSayTheEndOfALifelineOfTheHost(String end, String expected) {
    assertThat(AgentParent.ofHost(end)).isEqualTo(expected);
  }
}
