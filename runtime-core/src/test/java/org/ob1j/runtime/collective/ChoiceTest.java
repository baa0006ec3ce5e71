package org.ob1j.runtime.collective;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChoiceTest {
  private static final long[] LENGTHS = {0, 1, 255, 256, 1024, 1025, 16384, 16385, 32769, 1L << 40};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 7, 8, 9, 16})
  void shouldSayWhatTheTableSaysWhateverWasAskedBefore(int ranks) {
    Choice<AlgorithmTable.AllReduce> allReduces = new Choice<>(AlgorithmTable.ALL_REDUCE, ranks);
    Choice<AlgorithmTable.ReduceScatter> reduceScatters =
        new Choice<>(AlgorithmTable.REDUCE_SCATTER, ranks);
    Random random = new Random(ranks);
    for (int i = 0; i < 500; i++) {
      long bytes = LENGTHS[random.nextInt(LENGTHS.length)];
      assertThat(allReduces.of(bytes))
          .isEqualTo(AlgorithmTable.choose(AlgorithmTable.ALL_REDUCE, bytes, ranks, true));
      assertThat(reduceScatters.of(bytes))
          .isEqualTo(AlgorithmTable.choose(AlgorithmTable.REDUCE_SCATTER, bytes, ranks, true));
    }
  }
}
