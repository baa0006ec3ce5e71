package osu.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import osu.options.Options;
import osu.options.UsageException;

class ReportTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void shouldKeepTheFigureOfEachChunk() throws IOException, UsageException {
    Path file = folder.resolve("samples.csv");
    try (Report report = report(file, 1)) {
      report.row(8, new double[][] {{1.5}, {2}}, 0);
    }
    assertThat(Files.readAllLines(file)).containsExactly("bytes,chunk,value", "8,0,1.5", "8,1,2.0");
  }

  @Test
  void shouldKeepAllFiguresOfAChunkInItsLine() throws IOException, UsageException {
    Path file = folder.resolve("samples.csv");
    try (Report report = report(file, 2)) {
      report.row(8, new double[][] {{1.5, 90}, {2, 0}}, 0);
    }
    assertThat(Files.readAllLines(file))
        .containsExactly("bytes,chunk,value,value2", "8,0,1.5,90.0", "8,1,2.0,0.0");
  }

  @Test
  void shouldPrintTheMedianOfEachFigure() throws IOException, UsageException {
    try (Report report = report(folder.resolve("samples.csv"), 2)) {
      report.header("osu.Some", List.of("Send", "Receive"), "how");
      report.row(8, new double[][] {{1, 90}, {2, 10}, {9, 20}}, 0);
    }
    assertThat(printed.toString(UTF_8).lines().toList())
        .containsExactly(
            "# osu.Some: how",
            "# Size                     Send              Receive",
            "8                         2.000               20.000");
  }

  @Test
  void shouldRefuseAFileThatCannotBeWritten() {
    assertThatThrownBy(() -> report(folder.resolve("none/samples.csv"), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be written");
  }

  private Report report(Path file, int columns) throws UsageException {
    return new Report(
        new PrintStream(printed, true, UTF_8),
        Options.parse(8, "--samples", file.toString()),
        columns);
  }
}
