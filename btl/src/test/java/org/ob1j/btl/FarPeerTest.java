package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FarPeerTest {
  /** Looks as they come, f far and n near; whether the peer is far then, and in doubt. */
  @ParameterizedTest
  @CsvSource({
    "n, false, false",
    "f, false, true",
    "ff, true, false",
    "fn, false, false",
    "fnf, false, true",
    "fnff, true, false",
    "ffn, true, true",
    "ffnf, true, false",
    "ffnfn, true, true",
    "ffnn, false, false",
    "ffnnf, false, true",
    "ffnnff, true, false"
  })
  void shouldDecideByTwoLooksInARow(String looks, boolean far, boolean inDoubt) {
    FarPeer peer = new FarPeer(false);

    looks.chars().forEach(look -> peer.looked(look == 'f'));

    assertThat(peer.isFar()).isEqualTo(far);
    assertThat(peer.isInDoubt()).isEqualTo(inDoubt);
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void shouldBeWhatItIsToldUntilItLooks(boolean far) {
    assertThat(new FarPeer(far).isFar()).isEqualTo(far);
    assertThat(new FarPeer(far).isInDoubt()).isFalse();
  }
}
