package org.ob1j.btl.ucx.rdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.FrameRejectedException;

class KeyCodecTest {
  private static final long ADDRESS = 0x7f12_3456_7890L;
  private final KeyCodec codec = new KeyCodec("secret".getBytes(StandardCharsets.UTF_8));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 11, 64})
  void shouldGiveBackWhatUcxHasPacked(int packedBytes) {
    byte[] packed = new byte[packedBytes];
    new Random(packedBytes).nextBytes(packed);

    byte[] key = codec.encode(ADDRESS, 100, 3, packed);

    codec.check(key, 3, 40, 60);
    assertThat(key.length % Long.BYTES).isZero();
    assertThat(KeyCodec.address(key)).isEqualTo(ADDRESS);
    assertThat(KeyCodec.packed(key)).isEqualTo(ByteBuffer.wrap(packed));
  }

  @Test
  void shouldRefuseAKeyInWhichAnyBitIsWrong() {
    byte[] key = codec.encode(ADDRESS, 100, 3, new byte[] {1, 2, 3});
    for (int bit = 0; bit < key.length * Byte.SIZE; bit++) {
      byte[] damaged = key.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      assertThatThrownBy(() -> codec.check(damaged, 3, 0, 1))
          .as("bit %d", bit)
          .isInstanceOf(FrameRejectedException.class);
    }
  }

  @Test
  void shouldRefuseKeysOfOtherRanksAndJobs() {
    byte[] key = codec.encode(ADDRESS, 100, 3, new byte[8]);
    KeyCodec others = new KeyCodec("other".getBytes(StandardCharsets.UTF_8));

    assertThatThrownBy(() -> codec.check(key, 2, 0, 1)).isInstanceOf(FrameRejectedException.class);
    assertThatThrownBy(() -> others.check(key, 3, 0, 1)).isInstanceOf(FrameRejectedException.class);
  }
}
