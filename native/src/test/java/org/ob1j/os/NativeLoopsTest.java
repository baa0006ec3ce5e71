package org.ob1j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.runtime.datatype.NativeBlockCopy;
import org.ob1j.runtime.parameter.ParameterSet;

class NativeLoopsTest {
  private static final int BLOCKS = 100;

  private final NativeLoops service = new NativeLoops();
  private final String reason =
      service.unavailableReason(ParameterSet.of(Map.of("os_native", "yes")));

  @Test
  void shouldBeFoundThroughServiceLoader() {
    assertThat(ServiceLoader.load(NativeBlockCopy.class)).hasOnlyElementsOfType(NativeLoops.class);
  }

  @Test
  void shouldHaveNoAddressForAnArray() {
    assertThatThrownBy(() -> service.addressOf(ByteBuffer.allocate(8)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8, 13, 16, 24, 32, 64, 100, 128, 1000})
  void shouldCopyBlocksAndNothingElse(int blockBytes) {
    assumeTrue(reason == null, reason);
    Random random = new Random(blockBytes);
    int span = BLOCKS * (blockBytes + 3);
    ByteBuffer source = ByteBuffer.allocateDirect(span);
    ByteBuffer target = ByteBuffer.allocateDirect(span);
    ByteBuffer places = ByteBuffer.allocateDirect(2 * BLOCKS * 8).order(ByteOrder.nativeOrder());
    for (int i = 0; i < span; i++) {
      source.put(i, (byte) random.nextInt());
    }
    byte[] expected = new byte[span];
    for (int i = 0; i < BLOCKS; i++) {
      int to = i * (blockBytes + 3);
      int from = (i * 7 % BLOCKS) * (blockBytes + 3);
      places.putLong(8 * i, to).putLong(8 * (BLOCKS + i), from);
      source.get(from, expected, to, blockBytes);
    }

    long lists = service.addressOf(places);
    service.copy(
        service.addressOf(target),
        lists,
        0,
        service.addressOf(source),
        lists + 8 * BLOCKS,
        0,
        BLOCKS,
        blockBytes);

    byte[] copied = new byte[span];
    target.get(0, copied);
    assertThat(copied).isEqualTo(expected);
  }

  @Test
  void shouldCopyBlocksAtOneDistanceEitherWay() {
    assumeTrue(reason == null, reason);
    ByteBuffer source = ByteBuffer.allocateDirect(80);
    ByteBuffer target = ByteBuffer.allocateDirect(80);
    for (int i = 0; i < 80; i++) {
      source.put(i, (byte) (i + 1));
    }
    // Backwards from the last of four.
    service.copy(service.addressOf(target), 0, 8, service.addressOf(source) + 60, 0, -20, 4, 5);

    for (int i = 0; i < 80; i++) {
      int block = i / 8;
      boolean copied = block < 4 && i % 8 < 5;
      assertThat(target.get(i)).isEqualTo((byte) (copied ? 60 - 20 * block + i % 8 + 1 : 0));
    }
  }
}
