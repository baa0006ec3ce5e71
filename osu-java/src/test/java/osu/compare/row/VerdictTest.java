package osu.compare.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import osu.compare.launch.Contender;
import osu.compare.launch.Transport;

class VerdictTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-12);

  @Test
  void shouldPassALatencyUpToTheTarget() {
    SteadyRow row = row(Loop.LATENCY, 0.75);
    assertThat(Verdict.of(row, array(3), array(4)).passed()).isTrue();
    assertThat(Verdict.of(row, array(3.01), array(4)).passed()).isFalse();
  }

  @Test
  void shouldPassARateFromTheTargetOn() {
    SteadyRow row = row(Loop.MESSAGE_RATE, 1.5);
    assertThat(Verdict.of(row, array(6), array(4)).passed()).isTrue();
    assertThat(Verdict.of(row, array(5.99), array(4)).passed()).isFalse();
    assertThat(Verdict.of(row(Loop.BANDWIDTH, 1.5), array(5.99), array(4)).passed()).isFalse();
    assertThat(Verdict.of(row(Loop.TOKEN_RING, 1.5), array(5.99), array(4)).passed()).isTrue();
  }

  @Test
  void shouldCompareWithinRoundsAndShowTheirSpread() {
    Verdict verdict = Verdict.of(row(Loop.LATENCY, 0.75), array(2, 9, 3), array(4, 5, 5));
    assertThat(verdict.figure()).isEqualTo(3);
    assertThat(verdict.referenceFigure()).isEqualTo(5);
    assertThat(verdict.ratio()).isCloseTo(0.6, CLOSE);
    assertThat(verdict.lowestRatio()).isCloseTo(0.5, CLOSE);
    assertThat(verdict.highestRatio()).isCloseTo(1.8, CLOSE);
    assertThat(verdict.passed()).isTrue();
  }

  @Test
  void shouldNotCompareFiguresOfDifferentRounds() {
    // The cores were far apart in the first round and in half of the second.
    Verdict verdict = Verdict.of(row(Loop.LATENCY, 1), array(40, 41, 15), array(42, 16, 16));
    assertThat(verdict.ratio()).isCloseTo(40 / 42.0, CLOSE);
    assertThat(verdict.passed()).isTrue();
  }

  @Test
  void shouldRefuseRoundsThatDoNotMatch() {
    assertThatThrownBy(() -> Verdict.of(row(Loop.LATENCY, 1), array(1, 2), array(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Verdict.of(row(Loop.LATENCY, 1), array(), array()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] array(double... values) {
    return values;
  }

  private static SteadyRow row(Loop loop, double target) {
    return new SteadyRow(
        "name",
        Transport.SHM,
        "title",
        loop,
        8,
        "array",
        2,
        new Work(1, 1, 1),
        Contender.OPENMPI_C,
        target,
        List.of());
  }
}
