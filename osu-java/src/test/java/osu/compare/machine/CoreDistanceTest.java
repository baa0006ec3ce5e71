package osu.compare.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class CoreDistanceTest {
  @ParameterizedTest
  @CsvSource({"50,50,true", "50,74,true", "74,50,true", "50,76,false", "220,50,false"})
  void shouldTellCoresThatWereMoved(double one, double other, boolean alike) {
    assertThat(new CoreDistance(one).isLike(new CoreDistance(other))).isEqualTo(alike);
  }

  @Test
  void shouldCompareAllWhereItCannotMeasure() {
    assertThat(new CoreDistance(0).isLike(new CoreDistance(50))).isTrue();
    assertThat(new CoreDistance(50).isLike(new CoreDistance(0))).isTrue();
    assertThat(new CoreDistance(0)).hasToString("unknown");
  }

  @Test
  void shouldMeasureTheFirstTwoCores() throws Exception {
    CoreDistance measured = CoreDistance.measure();

    assertThat(measured.nanos()).isBetween(0.0, 1e6);
    if (measured.nanos() != 0) {
      assertThat(measured.toString()).matches("\\d+ ns");
    }
  }
}
