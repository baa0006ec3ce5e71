package org.ob1j.btl.tcp.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionStageTest {
  @ParameterizedTest(name = "rank {0} hears from rank {1} while {2}: {3}")
  @CsvSource({
    "0, 1, IDLE, ACCEPTED",
    "1, 0, IDLE, ACCEPTED",
    "0, 1, CONNECTING, DUPLICATE",
    "1, 0, CONNECTING, ACCEPTED",
    "0, 1, AWAITING_PEER, ACCEPTED",
    "1, 0, AWAITING_PEER, ACCEPTED",
    "0, 1, OPEN, DUPLICATE",
    "1, 0, OPEN, DUPLICATE",
    "0, 1, FAILED, REFUSED",
    "1, 0, DEPARTED, REFUSED",
    "1, 0, CLOSED, REFUSED"
  })
  void shouldUseTheConnectionOfTheLowerRank(
      int ourRank, int peerRank, ConnectionStage stage, Verdict verdict) {
    assertThat(stage.verdict(ourRank, peerRank)).isEqualTo(verdict);
  }
}
