package org.ob1j.runtime.control.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SystemRandomTest {
  @Test
  void shouldFillAllBytesAnewEachTime() {
    byte[] first = new byte[64];
    byte[] second = new byte[64];

    SystemRandom.open().nextBytes(first);
    SystemRandom.open().nextBytes(second);

    assertThat(first).isNotEqualTo(second);
    // That 32 random bytes are all zero does not happen.
    assertThat(Arrays.copyOfRange(first, 0, 32)).isNotEqualTo(new byte[32]);
    assertThat(Arrays.copyOfRange(first, 32, 64)).isNotEqualTo(new byte[32]);
    assertThat(SystemRandom.open().generateSeed(16)).hasSize(16).isNotEqualTo(new byte[16]);
  }
}
