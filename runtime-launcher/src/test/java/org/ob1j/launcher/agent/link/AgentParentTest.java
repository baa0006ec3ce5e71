package org.ob1j.launcher.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgentParentTest {
  /** Behind "host h1 is lost: ". */
  @ParameterizedTest
  @CsvSource({
    "false, has ended, its agent has ended",
    "true, has not answered 3 questions (x), it has not answered 3 questions (x)"
  })
  void shouldSayTheEndOfALifelineOfTheHost(boolean ofHost, String words, String expected) {
    assertThat(AgentParent.ofHost(new Lifeline.End(ofHost, words))).isEqualTo(expected);
  }
}
