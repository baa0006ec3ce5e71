package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlgorithmTableTest {
  @ParameterizedTest
  @CsvSource({
    "1, DISSEMINATION",
    "2, DISSEMINATION",
    "3, LINEAR",
    "7, LINEAR",
    "8, DISSEMINATION",
    "1000, DISSEMINATION",
  })
  void shouldChooseTheBarrier(int ranks, AlgorithmTable.Barrier expected) {
    assertThat(AlgorithmTable.choose(AlgorithmTable.BARRIER, 0, ranks, true)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, BINOMIAL",
    "1048576, 8, BINOMIAL",
    "1048577, 7, BINOMIAL",
    "1048577, 8, CHAIN",
    "9223372036854775807, 100, CHAIN",
  })
  void shouldChooseTheBroadcast(long bytes, int ranks, AlgorithmTable.Broadcast expected) {
    assertThat(new Choice<>(AlgorithmTable.BROADCAST, ranks).of(bytes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true, false, RECURSIVE_DOUBLING",
    "1, 2, true, false, RECURSIVE_DOUBLING",
    "1, 3, false, false, LINEAR",
    "1, 3, true, true, RECURSIVE_DOUBLING",
    "16384, 7, true, false, LINEAR",
    "16384, 7, true, true, RECURSIVE_DOUBLING",
    "16385, 7, true, false, RING",
    "1, 8, true, false, RECURSIVE_DOUBLING",
    "1000000, 1, true, false, RECURSIVE_DOUBLING",
    "16384, 4, false, false, LINEAR",
    "16384, 4, true, true, RECURSIVE_DOUBLING",
    "16385, 4, true, false, HALVING",
    "16385, 4, true, true, HALVING",
    "16385, 2, true, false, RECURSIVE_DOUBLING",
    "16385, 2, true, true, HALVING",
    "16385, 3, true, false, RING",
    "16385, 6, true, true, RING",
    "16384, 8, true, false, RECURSIVE_DOUBLING",
    "16385, 4, false, false, RECURSIVE_DOUBLING",
    "9223372036854775807, 5, false, true, RECURSIVE_DOUBLING",
  })
  void shouldChooseTheReductionForAll(
      long bytes,
      int ranks,
      boolean commutative,
      boolean byUser,
      AlgorithmTable.AllReduce expected) {
    assertThat(
            AlgorithmTable.choose(
                byUser ? AlgorithmTable.ALL_REDUCE_BY_USER : AlgorithmTable.ALL_REDUCE,
                bytes,
                ranks,
                commutative))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, true, false, PAIRWISE",
    "1, 2, true, false, PAIRWISE",
    "1, 3, true, false, HALVING",
    "1, 3, false, false, PAIRWISE",
    "1, 3, true, true, PAIRWISE",
    "8192, 9, true, false, HALVING",
    "8193, 3, true, false, PAIRWISE",
    "8193, 15, true, false, PAIRWISE",
    "8193, 4, true, false, HALVING",
    "9223372036854775807, 8, true, false, HALVING",
    "8193, 4, false, false, PAIRWISE",
    "32768, 17, true, false, HALVING",
    "32768, 16, true, true, PAIRWISE",
    "32769, 17, true, false, PAIRWISE",
    "9223372036854775807, 100, true, false, PAIRWISE",
    "9223372036854775807, 100, true, true, PAIRWISE",
  })
  void shouldChooseTheReductionOfWhichEachRankGetsABlock(
      long bytes,
      int ranks,
      boolean commutative,
      boolean byUser,
      AlgorithmTable.ReduceScatter expected) {
    assertThat(
            AlgorithmTable.choose(
                byUser ? AlgorithmTable.REDUCE_SCATTER_BY_USER : AlgorithmTable.REDUCE_SCATTER,
                bytes,
                ranks,
                commutative))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, LINEAR",
    "1, 3, LINEAR",
    "1, 4, BINOMIAL",
    "2048, 4, BINOMIAL",
    "2049, 4, LINEAR",
    "9223372036854775807, 100, LINEAR",
  })
  void shouldChooseHowBlocksGetFromOrToTheRoot(
      long bytes, int ranks, AlgorithmTable.Rooted expected) {
    assertThat(new Choice<>(AlgorithmTable.ROOTED, ranks).of(bytes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, DOUBLING",
    "1, 2, DOUBLING",
    "9223372036854775807, 8, DOUBLING",
    "65536, 3, BRUCK",
    "65537, 3, RING",
    "65537, 7, RING",
  })
  void shouldChooseHowBlocksAreGatheredAtAll(
      long bytes, int ranks, AlgorithmTable.AllGather expected) {
    assertThat(new Choice<>(AlgorithmTable.ALL_GATHER, ranks).of(bytes)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, EXCHANGE", "65536, 8, EXCHANGE", "65537, 8, RING", "65537, 1, RING"})
  void shouldChooseHowBlocksOfDifferentLengthsAreGatheredAtAll(
      long bytes, int ranks, AlgorithmTable.AllGather expected) {
    assertThat(AlgorithmTable.choose(AlgorithmTable.ALL_GATHER_V, bytes, ranks, true))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 7, EXCHANGE",
    "1, 8, BRUCK",
    "256, 8, BRUCK",
    "257, 8, EXCHANGE",
    "32768, 8, EXCHANGE",
    "32769, 8, PAIRWISE",
    "32769, 2, PAIRWISE",
  })
  void shouldChooseTheExchange(long bytes, int ranks, AlgorithmTable.AllToAll expected) {
    assertThat(new Choice<>(AlgorithmTable.ALL_TO_ALL, ranks).of(bytes)).isEqualTo(expected);
  }
}
