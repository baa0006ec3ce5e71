package osu.compare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.compare.table.RowTable;

class ChartsTest {
  @TempDir private Path folder;

  @Test
  void shouldGroupRowsByWhatTheyMeasureAndLeaveOutWhatHasNoOpenMpi() {
    assertThat(Charts.groups(everyRow()).keySet())
        .contains("Latency, shared memory", "Message rate, TCP", "Token round, shared memory");
    assertThat(Charts.groups(everyRow()).values().stream().flatMap(List::stream))
        .allMatch(result -> result.row().reference().isOpenMpi());
  }

  @ParameterizedTest
  @CsvSource({"14.524659250000001, 14.5", "0.21609125, 0.216", "1611.62, 1610", "0, 0"})
  void shouldWriteThreeDigitsOnBars(double value, double expected) {
    assertThat(Charts.rounded(value)).isEqualTo(expected);
  }

  @Test
  void shouldDrawEveryGroupAsPngAndSvg() throws Exception {
    assumeThat(Charts.isPossible()).as("Java finds fonts").isTrue();

    List<Path> files = Charts.draw(everyRow(), folder.resolve("charts"), "commit x");

    assertThat(files).hasSize(2 * Charts.groups(everyRow()).size());
    for (Path file : files) {
      if (file.toString().endsWith(".png")) {
        assertThat(ImageIO.read(file.toFile()).getHeight()).isEqualTo(480);
      } else {
        assertThat(Files.readString(file)).contains("<svg", "<rect", "</svg>");
      }
    }
  }

  private static Run run(double value) {
    return new Run(List.of(new Sample(8, value)), new Run.JobTime(1, 1, 1));
  }

  private static List<RowResult> everyRow() {
    List<RowResult> results = new ArrayList<>();
    for (Row row : RowTable.rows()) {
      RowResult result = new RowResult(row);
      result.contenders().forEach(contender -> result.add(contender, run(1 + contender.ordinal())));
      results.add(result);
    }
    return results;
  }
}
