package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartedGiftTest {
  @ParameterizedTest
  @CsvSource({
    "BARRIER, 0, 0, 1, non-blocking barrier",
    "BROADCAST, 63, 248, -7, non-blocking broadcast with root 63 of 248 bytes for each rank",
    "ALL_TO_ALL, 0, 4, 2147483647, non-blocking all to all of 4 bytes for each rank",
    "REDUCE, 1, 511, 9, non-blocking reduce with root 1 of more than 248 bytes",
  })
  void shouldTellWhatItWasMadeOf(
      CollectiveKind kind, int root, int bytes, int number, String description) {
    long gift = StartedGift.of(number, kind, root, 12345, bytes);
    assertThat(StartedGift.number(gift)).isEqualTo(number);
    assertThat(StartedGift.bytes(gift)).isEqualTo(bytes);
    assertThat(StartedGift.describe(gift)).isEqualTo(description);
  }

  @Test
  void shouldBeAlikeForTheSameOperationAndRootWhateverTheLength() {
    long gift = StartedGift.of(9, CollectiveKind.BROADCAST, 2, 20, 100);
    assertThat(StartedGift.areAlike(gift, StartedGift.of(9, CollectiveKind.BROADCAST, 2, 20, 7)))
        .isTrue();
    assertThat(StartedGift.areAlike(gift, StartedGift.of(9, CollectiveKind.BROADCAST, 3, 20, 100)))
        .isFalse();
    assertThat(StartedGift.areAlike(gift, StartedGift.of(9, CollectiveKind.SCATTER, 2, 20, 100)))
        .isFalse();
    assertThat(StartedGift.areAlike(gift, StartedGift.of(8, CollectiveKind.BROADCAST, 2, 20, 100)))
        .isFalse();
    assertThat(StartedGift.areAlike(gift, StartedGift.of(9, CollectiveKind.BROADCAST, 2, 21, 100)))
        .isFalse();
  }
}
