package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GiftTest {
  @ParameterizedTest
  @CsvSource({
    "BARRIER, 0, 0, 1, barrier",
    "BROADCAST, 63, 8192, 7, broadcast with root 63 of 8192 bytes for each rank",
    "ALL_GATHER, 0, 1, 2147483647, all gather of 1 bytes for each rank",
    "SCATTER, 5, 8388607, -2147483648, scatter with root 5 of 8388607 bytes for each rank",
    "REDUCE_SCATTER, 0, 8, 5, reduce scatter of 8 bytes for each rank",
    "ALL_REDUCE, 0, 8, -1, all reduce of 8 bytes for each rank",
  })
  void shouldTellWhatItWasMadeOf(
      CollectiveKind kind, int root, int bytes, int number, String description) {
    long gift = Gift.of(number, Gift.what(kind, root, bytes));
    assertThat(Gift.number(gift)).isEqualTo(number);
    assertThat(Gift.bytes(gift)).isEqualTo(bytes);
    assertThat(Gift.describe(gift)).isEqualTo(description);
  }

  @Test
  void shouldBeAlikeForTheSameOperationAndRootWhateverTheLength() {
    long gift = Gift.of(9, Gift.what(CollectiveKind.BROADCAST, 2, 100));
    assertThat(Gift.areAlike(gift, Gift.of(9, Gift.what(CollectiveKind.BROADCAST, 2, 7)))).isTrue();
    assertThat(Gift.areAlike(gift, Gift.of(9, Gift.what(CollectiveKind.BROADCAST, 3, 100))))
        .isFalse();
    assertThat(Gift.areAlike(gift, Gift.of(9, Gift.what(CollectiveKind.SCATTER, 2, 100))))
        .isFalse();
    assertThat(Gift.areAlike(gift, Gift.of(10, Gift.what(CollectiveKind.BROADCAST, 2, 100))))
        .isFalse();
  }

  @Test
  void shouldDescribeWhatAnotherRankHasDestroyed() {
    assertThat(Gift.describe(-1)).isEqualTo("all to all of 8388607 bytes for each rank");
  }
}
