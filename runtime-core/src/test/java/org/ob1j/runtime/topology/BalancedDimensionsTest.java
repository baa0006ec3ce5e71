package org.ob1j.runtime.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancedDimensionsTest {
  private static int[] numbers(String words) {
    return Arrays.stream(words.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  /** What Open MPI answers, the examples of the MPI standard among it. */
  @ParameterizedTest
  @CsvSource({
    "6, 0 0, 3 2",
    "7, 0 0, 7 1",
    "6, 0 3 0, 2 3 1",
    "12, 0 0, 4 3",
    "16, 0 0 0, 4 2 2",
    "24, 0 0 0, 4 3 2",
    "60, 0 0 0, 5 4 3",
    "64, 0 0 0, 4 4 4",
    "72, 0 0, 12 6",
    "1000, 0 0 0, 10 10 10",
    "1, 0 0, 1 1",
    "30, 0 5 0 0, 3 5 2 1",
    "36, 0 0, 6 6",
    "2147483647, 0 0, 2147483647 1",
    "2147483646, 0 0, 50974 42129",
    "1073741824, 0 0 0, 1024 1024 1024",
    "8, 2 4, 2 4",
    "1, 1, 1"
  })
  void shouldCompleteAsOpenMpiDoes(int processes, String given, String expected) {
    int[] lengths = numbers(given);
    BalancedDimensions.complete(processes, lengths);
    assertThat(lengths).containsExactly(numbers(expected));
  }

  @Property
  void shouldMakeAllProcessesInFallingLengths(
      @ForAll @IntRange(min = 1, max = 100_000) int processes,
      @ForAll @IntRange(min = 1, max = 6) int dimensions) {
    int[] lengths = BalancedDimensions.of(processes, dimensions);
    assertThat(lengths).hasSize(dimensions);
    assertThat(CartesianGrid.processes(lengths)).isEqualTo(processes);
    for (int i = 1; i < dimensions; i++) {
      assertThat(lengths[i]).isBetween(1, lengths[i - 1]);
    }
  }

  @Property
  void shouldLeaveGivenLengthsAlone(
      @ForAll @IntRange(min = 1, max = 50) int given,
      @ForAll @IntRange(min = 1, max = 5_000) int others) {
    int[] lengths = {0, given, 0};
    BalancedDimensions.complete(given * others, lengths);
    assertThat(lengths[1]).isEqualTo(given);
    assertThat(lengths[0] * lengths[2]).isEqualTo(others);
    assertThat(lengths[0]).isGreaterThanOrEqualTo(lengths[2]);
  }
}
