package osu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir Path folder;

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
  void shouldRefuseAFileThatCannotBeWritten() {
    assertThatThrownBy(() -> report(folder.resolve("none/samples.csv"), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cannot be written");
  }

  private static Report report(Path file, int columns) throws UsageException {
    return new Report(Options.parse("--samples", file.toString()), columns);
  }
}
