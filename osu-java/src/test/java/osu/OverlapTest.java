package osu;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.benchmark.Computation;

class OverlapTest {

  @ParameterizedTest
  @CsvSource({
    "100, 100, 100, 100", // as long as the computation
    "100, 100, 200, 0", // one after the other
    "100, 100, 125, 75",
    "100, 110, 135, 75", // a computation that is not quite as long
    "100, 100, 230, 0", // worse than one after the other
    "100, 100, 95, 100" // noise
  })
  void shouldBeThePartOfTheMessageThatTakesNoTimeOfItsOwn(
      double pure, double compute, double total, double percent) {
    assertThat(Overlap.percent(pure, compute, total)).isCloseTo(percent, Offset.offset(1e-9));
  }

  @Test
  void shouldComputeAtLeastAUnit() {
    assertThat(new Computation().unitsFor(0)).isEqualTo(1);
  }
}
