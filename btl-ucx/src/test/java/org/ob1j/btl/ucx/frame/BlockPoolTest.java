package org.ob1j.btl.ucx.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.ucx.shim.NativeLibrary;

class BlockPoolTest {
  private static final int EAGER_LIMIT = 10_000;
  private static final int MAX_SEND_SIZE = 100_000;

  private final BlockPool blocks = new BlockPool(EAGER_LIMIT, MAX_SEND_SIZE);

  @BeforeEach
  void requireNativeCode() {
    String reason = NativeLibrary.unavailableReason(getClass().getClassLoader());
    assumeTrue(reason == null, reason);
  }

  /** The prefix has 16 bytes. */
  @ParameterizedTest
  @CsvSource({
    "0, 2048",
    "2048, 2048",
    "2049, 10016",
    "10016, 10016",
    "10017, 100016",
    "100016, 100016"
  })
  void shouldLendBlocksThatAreNotMuchTooLong(int lengthBytes, int capacityBytes) {
    Block block = blocks.take(lengthBytes);

    assertThat(block.capacityBytes()).isEqualTo(capacityBytes);
    assertThat(block.address() % Long.BYTES).isZero();
    block.memory().putByte(block.offset() + capacityBytes - 1, (byte) 1);
  }

  @ParameterizedTest
  @CsvSource({"100, 5000", "5000, 50000", "50000, 100"})
  void shouldLendAgainWhatWasGivenBackForItsLength(int lengthBytes, int otherBytes) {
    Block block = blocks.take(lengthBytes);
    blocks.give(block);

    assertThat(blocks.take(otherBytes)).isNotSameAs(block);
    assertThat(blocks.take(lengthBytes)).isSameAs(block);
  }

  @Test
  void shouldCountWhatIsLent() {
    List<Block> lent = new ArrayList<>();
    for (int lengthBytes : new int[] {10, 5000, 50_000}) {
      for (int i = 0; i < 100; i++) {
        lent.add(blocks.take(lengthBytes));
      }
    }
    assertThat(blocks.lentCount()).isEqualTo(300);
    assertThat(lent).doesNotHaveDuplicates();

    lent.forEach(blocks::give);
    assertThat(blocks.lentCount()).isZero();
  }
}
