package org.ob1j.runtime.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BufferRootsTest {
  private static final int PAGE_BYTES = 4096;

  private final BufferRoots roots = new BufferRoots(capacity -> null);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 16_383, 16_384, 16_385, 65_536, 1_000_003})
  void shouldMakeZeroedMemoryOfTheLengthAskedFor(int capacityBytes) {
    ByteBuffer buffer = roots.allocate(capacityBytes);

    assertThat(buffer.isDirect()).isTrue();
    assertThat(buffer.capacity()).isEqualTo(capacityBytes);
    assertThat(buffer.position()).isZero();
    assertThat(buffer.limit()).isEqualTo(capacityBytes);
    assertThat(buffer.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(buffer).isEqualTo(ByteBuffer.allocate(capacityBytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {16_384, 16_385, 65_536, 1_000_003})
  void shouldBeginLongBuffersOnAPage(int capacityBytes) {
    assertThat(roots.allocate(capacityBytes).alignmentOffset(0, PAGE_BYTES)).isZero();
  }

  @Test
  void shouldTakeABufferOfItsOwnMemoryForItsRoot() {
    ByteBuffer buffer = roots.allocate(65_536);

    MemoryRegion region = roots.regionOf(buffer);

    assertThat(region.root()).isSameAs(buffer);
    assertThat(region.offset()).isZero();
  }
}
