package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GiftTest {
  private static final Participants ALL = new Participants(null, null, null, null);

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
    assertThat(Gift.describe(gift, ALL)).isEqualTo(description);
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
    assertThat(Gift.describe(-1, ALL)).isEqualTo("all to all of 8388607 bytes for each rank");
  }

  @Test
  void shouldTellWhichOperationNeedsParts() {
    long has = Gift.of(9, Gift.whatOfParts(CollectiveKind.GATHER, true, 100));
    long hasNone = Gift.of(9, Gift.whatOfParts(CollectiveKind.GATHER, false, 100));
    long other = Gift.of(9, Gift.whatOfParts(CollectiveKind.SCATTER, true, 100));
    assertThat(Gift.kind(has)).isEqualTo(CollectiveKind.GATHER);
    assertThat(Gift.kind(other)).isEqualTo(CollectiveKind.SCATTER);
    assertThat(Gift.describe(hasNone, ALL)).isEqualTo("gather of 100 bytes for each rank");
    assertThat(Gift.kind(Gift.of(9, Gift.whatOfParts(CollectiveKind.REDUCE_SCATTER, false, 1))))
        .isEqualTo(CollectiveKind.REDUCE_SCATTER);
    assertThat(Gift.hasPart(has)).isTrue();
    assertThat(Gift.hasPart(hasNone)).isFalse();
    assertThat(Gift.goTogether(has, hasNone)).isTrue();
    assertThat(Gift.goTogether(has, other)).isFalse();
    long allToAll = Gift.of(9, Gift.whatOfParts(CollectiveKind.ALL_TO_ALL, false, 100));
    assertThat(Gift.kind(allToAll)).isEqualTo(CollectiveKind.ALL_TO_ALL);
    assertThat(Gift.hasPart(allToAll)).isFalse();
  }

  @Test
  void shouldTellWhetherARankHasMoreOfItsBlocks() {
    long last = Gift.of(9, Gift.whatOfPieces(CollectiveKind.ALL_TO_ALL_V, 0, true, false));
    long more = Gift.of(9, Gift.whatOfPieces(CollectiveKind.ALL_TO_ALL_V, 0, false, true));
    assertThat(Gift.hasMore(last)).isFalse();
    assertThat(Gift.hasMore(more)).isTrue();
    assertThat(Gift.hasPart(more)).isFalse();
    assertThat(Gift.goTogether(last, more)).isTrue();
    assertThat(Gift.areAlike(last, more)).isTrue();
    assertThat(Gift.kind(more)).isEqualTo(CollectiveKind.ALL_TO_ALL_V);
    assertThat(Gift.describe(more, ALL)).isEqualTo("all to all v");
    long other = Gift.of(9, Gift.whatOfPieces(CollectiveKind.ALL_GATHER_V, 0, true, false));
    assertThat(Gift.goTogether(last, other)).isFalse();
  }

  @Test
  void shouldTellTheRootOfBlocksOfDifferentLengths() {
    long one = Gift.of(9, Gift.whatOfPieces(CollectiveKind.SCATTER_V, 3, true, true));
    long other = Gift.of(9, Gift.whatOfPieces(CollectiveKind.SCATTER_V, 2, true, true));
    assertThat(Gift.describe(one, ALL)).isEqualTo("scatter v with root 3");
    assertThat(Gift.goTogether(one, other)).isFalse();
  }
}
