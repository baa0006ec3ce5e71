package osu.compare.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import osu.compare.launch.Contender;
import osu.compare.launch.Transport;
import osu.compare.run.Run;
import osu.compare.run.Sample;

/** What is made of the runs of rows that are not of the steady state. */
class OutcomeTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  @Test
  void shouldTakeTheGeometricMeanOverTheSizes() {
    RowResult result = new RowResult(schedule(Loop.LATENCY, 1.3));
    result.add(Contender.OB1J, run(1, 8, 2));
    result.add(Contender.OPENMPI_JAVA, run(1, 2, 2));
    assertThat(result.outcome().ratio()).isCloseTo(Math.cbrt(4), CLOSE);
    assertThat(result.outcome().detail()).isEqualTo("worst 4.00 at 2 B; 1 above 3, 0 above 10");
    assertThat(result.outcome().passed()).isFalse();
  }

  @Test
  void shouldCountABandwidthAsTheTimeItTakes() {
    RowResult result = new RowResult(schedule(Loop.BANDWIDTH, 1));
    result.add(Contender.OB1J, run(1000, 4000));
    result.add(Contender.OPENMPI_JAVA, run(2000, 2000));
    assertThat(result.outcome().ratio()).isCloseTo(1, CLOSE);
    assertThat(result.outcome().detail()).startsWith("worst 2.00 at 1 B;");
    assertThat(result.outcome().passed()).isTrue();
  }

  @Test
  void shouldTakeTheMedianOfEachSizeOverTheRounds() {
    RowResult result = new RowResult(schedule(Loop.LATENCY, 1.3));
    for (double own : new double[] {1, 100, 2}) {
      result.add(Contender.OB1J, run(own));
      result.add(Contender.OPENMPI_JAVA, run(2));
    }
    assertThat(result.outcome().ratio()).isCloseTo(1, CLOSE);
    assertThat(result.outcome().passed()).isTrue();
  }

  @Test
  void shouldShowMpjExpressAndJudgeByOpenMpi() {
    RowResult result = new RowResult(schedule(Loop.LATENCY, 1.3).besideMpjExpress());
    result.add(Contender.OB1J, run(1, 2));
    result.add(Contender.OPENMPI_JAVA, run(1, 2));
    result.add(Contender.MPJ_EXPRESS, run(4, 2));
    assertThat(result.outcome().ratio()).isCloseTo(1, CLOSE);
    assertThat(result.outcome().detail()).endsWith("0 above 10; by MPJ Express's 0.50");
    result.leaveOut(Contender.MPJ_EXPRESS, "did not end");
    assertThat(result.outcome().detail()).endsWith("0 above 10; by MPJ Express's -");
    assertThat(result.outcome().passed()).isTrue();
    assertThat(result.failed()).isFalse();
    assertThat(result.leftOut()).containsEntry(Contender.MPJ_EXPRESS, "did not end");
  }

  @Test
  void shouldHaveNoRatioToWhatLacksARoundOrASize() {
    ScheduleRow row = schedule(Loop.LATENCY, 1.3).besideMpjExpress();
    RowResult result = new RowResult(row);
    assertThat(row.timeBy(result, Contender.OPENMPI_JAVA)).isEmpty();
    result.add(Contender.OB1J, run(1, 2));
    result.add(Contender.OPENMPI_JAVA, run(2, 4));
    result.add(Contender.MPJ_EXPRESS, run(4));
    assertThat(row.timeBy(result, Contender.MPJ_EXPRESS)).isEmpty();
    assertThat(row.timeBy(result, Contender.OPENMPI_JAVA).getAsDouble()).isCloseTo(0.5, CLOSE);
    result.add(Contender.OB1J, run(1, 2));
    assertThat(row.timeBy(result, Contender.OPENMPI_JAVA)).isEmpty();
    assertThat(row.timeBy(result, Contender.OPENMPI_C)).isEmpty();
  }

  @Test
  void shouldLetFewSizesBeBadAndNoneVeryBad() {
    assertThat(latencies(4, 4, 4, 0.1, 0.1, 0.1).passed()).isTrue();
    assertThat(latencies(4, 4, 4, 4, 0.1, 0.1, 0.1, 0.1).passed()).isFalse();
    assertThat(latencies(11, 0.1, 0.1).passed()).isFalse();
  }

  @Test
  void shouldCompareTheMediansOfWholeJobs() {
    RowResult result = cold(1.5, new double[] {1, 3, 2}, new double[] {2, 1, 5}, 1);
    assertThat(result.outcome().ratio()).isEqualTo(1);
    assertThat(result.outcome().detail()).isEqualTo("CPU 1.00, 1.00 s; launchers' 0.10, 0.10");
    assertThat(result.outcome().passed()).isTrue();
  }

  @Test
  void shouldMissATargetByProcessorTimeInLongJobsAlone() {
    assertThat(cold(1.5, new double[] {3}, new double[] {3}, 1.3).outcome().passed()).isFalse();
    assertThat(cold(1.5, new double[] {1}, new double[] {1}, 1.3).outcome().passed()).isTrue();
  }

  @Test
  void shouldHoldSlicesAgainstTheMeanOfTheirPattern() {
    RowResult result = new RowResult(new SlicesRow("slices", "slices", List.of("Slices")));
    result.add(Contender.OPENMPI_JAVA, new Run(List.of(sample(0, 1), sample(1, 100)), null));
    result.add(Contender.OB1J, new Run(List.of(sample(0, 2.1), sample(1, 199)), null));
    assertThat(result.outcome().detail()).isEqualTo("slow slices: 1 of 2, 0 of 2");
    assertThat(result.outcome().passed()).isFalse();
  }

  private static Outcome latencies(double... ratios) {
    RowResult result = new RowResult(schedule(Loop.LATENCY, 1.3));
    double[] ones = new double[ratios.length];
    Arrays.fill(ones, 1);
    result.add(Contender.OB1J, run(ratios));
    result.add(Contender.OPENMPI_JAVA, run(ones));
    return result.outcome();
  }

  private static RowResult cold(double most, double[] own, double[] other, double processor) {
    RowResult result =
        new RowResult(new ColdRow("cold", "a job", null, 2, List.of("Empty"), false, most));
    for (int i = 0; i < own.length; i++) {
      result.add(Contender.OB1J, new Run(List.of(), new Run.JobTime(own[i], 0.1, processor)));
      result.add(Contender.OPENMPI_JAVA, new Run(List.of(), new Run.JobTime(other[i], 0.1, 1)));
    }
    return result;
  }

  private static ScheduleRow schedule(Loop loop, double most) {
    return new ScheduleRow("name", Transport.SHM, loop, "buffer", 2, List.of(), most, 3);
  }

  /** Of 1 B, 2 B, 4 B and so on. */
  private static Run run(double... values) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      samples.add(sample(1 << i, values[i]));
    }
    return new Run(samples, null);
  }

  private static Sample sample(int key, double value) {
    return new Sample(key, value);
  }
}
