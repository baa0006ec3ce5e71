package osu.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void shouldTakeTheMiddleSample() {
    assertThat(Statistics.median(9, 1, 5)).isEqualTo(5);
    assertThat(Statistics.median(3)).isEqualTo(3);
  }

  @Test
  void shouldTakeTheMeanOfTheTwoInTheMiddle() {
    assertThat(Statistics.median(100, 1, 2, 4)).isEqualTo(3);
  }

  @Test
  void shouldLeaveTheSamplesAsTheyAre() {
    double[] samples = {3, 1, 2};
    Statistics.median(samples);
    assertThat(samples).containsExactly(3, 1, 2);
  }

  @Test
  void shouldRefuseNoSamples() {
    assertThatThrownBy(Statistics::median).isInstanceOf(IllegalArgumentException.class);
  }
}
