package osu.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.InputSource;
import osu.compare.launch.Contender;
import osu.compare.row.Loop;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.row.ScheduleRow;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.compare.table.RowTable;

class OsuPictureTest {
  private static final Offset<Double> CLOSE = Offset.offset(1e-9);

  @TempDir private Path folder;

  @Test
  void shouldShowRowsOfPlainArraysOverSharedMemoryAlone() {
    OsuBars bars = OsuBars.of(everyRow());
    assertThat(bars.loops())
        .containsExactly(
            Loop.LATENCY,
            Loop.BANDWIDTH,
            Loop.BOTH_WAYS,
            Loop.BCAST,
            Loop.ALLREDUCE,
            Loop.REDUCE,
            Loop.ALLGATHER,
            Loop.ALLTOALL,
            Loop.GATHER,
            Loop.SCATTER,
            Loop.REDUCE_SCATTER);
    assertThat(bars.ranks()).containsExactly(2, 4);
    assertThat(bars.contenders()).containsExactly(Contender.OPENMPI_JAVA, Contender.MPJ_EXPRESS);
    assertThat(bars.bars()).hasSize(2 * (11 + 8));
    assertThat(bars.rounds()).isEqualTo(1);
    assertThat(bars.largestBytes()).isEqualTo(1024);
  }

  @Test
  void shouldTellHowOftenOb1jsTimeOthersTake() {
    OsuBars bars = OsuBars.of(everyRow());
    assertThat(bars.bar(Loop.LATENCY, 2, Contender.OPENMPI_JAVA).timesOb1j()).isCloseTo(2, CLOSE);
    assertThat(bars.bar(Loop.LATENCY, 2, Contender.MPJ_EXPRESS).timesOb1j()).isCloseTo(8, CLOSE);
    // Twice the bandwidth is half the time.
    assertThat(bars.bar(Loop.BANDWIDTH, 2, Contender.OPENMPI_JAVA).timesOb1j())
        .isCloseTo(0.5, CLOSE);
    assertThat(bars.bar(Loop.LATENCY, 4, Contender.OPENMPI_JAVA)).isNull();
  }

  @Test
  void shouldHaveNoBarWithoutAFigure() {
    RowResult leftOut = result("osu-shm-bcast-2ranks-array");
    leftOut.leaveOut(Contender.MPJ_EXPRESS, "did not end");
    RowResult failed = result("osu-shm-gather-4ranks-array");
    failed.fail("exit code 1");
    RowResult whole = result("osu-shm-bcast-4ranks-array");
    OsuBars bars = OsuBars.of(List.of(leftOut, failed, whole));
    assertThat(bars.bars())
        .extracting(bar -> bar.loop() + " " + bar.ranks() + " " + bar.contender())
        .containsExactly("BCAST 2 OPENMPI_JAVA", "BCAST 4 OPENMPI_JAVA", "BCAST 4 MPJ_EXPRESS");
    // MPJ's of the first and both of gather; gather of 2 ranks was not run.
    assertThat(OsuPicture.text(bars, "x").split(">no figure<", -1)).hasSize(1 + 1 + 2);
    assertThat(OsuPicture.text(bars, "x")).contains("No figure: it failed");
  }

  @Test
  void shouldNotNameWhoHasNoFigureAtAll() {
    RowResult result = result("osu-shm-bcast-2ranks-array");
    result.leaveOut(Contender.MPJ_EXPRESS, "is not installed");
    OsuBars bars = OsuBars.of(List.of(result));
    assertThat(bars.contenders()).containsExactly(Contender.OPENMPI_JAVA);
    assertThat(OsuPicture.text(bars, "x")).contains("Open MPI").doesNotContain("MPJ", "o figure");
    assertThat(OsuBars.of(List.of()).isEmpty()).isTrue();
  }

  @Test
  void shouldWriteASmallWellFormedFile() throws Exception {
    Path file = OsuPicture.draw(OsuBars.of(everyRow()), folder.resolve("x"), "2 × <CPU> & more");
    assertThat(file).hasFileName("osu.svg");
    assertThat(Files.size(file)).isLessThan(60_000);
    String text = Files.readString(file);
    assertThat(text).contains("2 × &lt;CPU> &amp; more", "all sizes, at most 1 KiB", "one round");
    DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  @ParameterizedTest
  @CsvSource({"0.123, 0.12", "0.996, 1.0", "2.04, 2.0", "9.94, 9.9", "9.96, 10", "123.4, 123"})
  void shouldWriteTwoDigitsOnBars(double value, String expected) {
    assertThat(OsuPicture.number(value)).isEqualTo(expected);
  }

  private static List<RowResult> everyRow() {
    List<RowResult> results = new ArrayList<>();
    RowTable.rows().forEach(row -> results.add(result(row)));
    return results;
  }

  private static RowResult result(String name) {
    return RowTable.rows().stream()
        .filter(row -> row.name().equals(name))
        .map(OsuPictureTest::result)
        .findFirst()
        .orElseThrow();
  }

  /** ob1j's figures are 1 and 4, those of Open MPI twice and of MPJ Express eight times as much. */
  private static RowResult result(Row row) {
    RowResult result =
        new RowResult(
            row instanceof ScheduleRow schedule && schedule.isOfPlainArrays()
                ? schedule.besideMpjExpress()
                : row);
    for (Contender contender : result.contenders()) {
      double times =
          switch (contender) {
            case OPENMPI_JAVA -> 2;
            case MPJ_EXPRESS -> 8;
            default -> 1;
          };
      List<Sample> samples = List.of(new Sample(8, times), new Sample(1024, 4 * times));
      result.add(contender, new Run(samples, new Run.JobTime(1, 1, 1)));
    }
    return result;
  }
}
