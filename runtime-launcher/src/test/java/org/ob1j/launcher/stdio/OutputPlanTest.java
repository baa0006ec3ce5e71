package org.ob1j.launcher.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.system.LaunchException;

class OutputPlanTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "-     | -                   | ''",
        "[1,3] | -                   | [1,3]<stdout>:",
        "-     | 2026-11-21T04:54:41 | Sat Nov 21 04:54:41 2026<stdout>:",
        "[1,3] | 2026-11-01T04:54:41 | Sun Nov  1 04:54:41 2026[1,3]<stdout>:"
      })
  void shouldBeginLinesAsOpenMpiDoes(String tag, String time, String expected) {
    LocalDateTime now = time == null ? null : LocalDateTime.parse(time);
    LinePrefix prefix =
        new LinePrefix(tag == null ? "" : tag, "stdout", now == null ? null : () -> now);

    assertThat(new String(prefix.now(), StandardCharsets.US_ASCII)).isEqualTo(expected);
    assertThat(prefix.isEmpty()).isEqualTo(expected.isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "d, 2, 1, d/1/rank.1/stdout",
    "d, 11, 1, d/1/rank.01/stdout",
    "d:nojobid, 2, 1, d/rank.1/stdout",
    "'d:nocopy,nojobid', 101, 7, d/rank.007/stdout"
  })
  void shouldPlaceFilesAsOpenMpiDoes(String value, int size, int rank, String file)
      throws LaunchException {
    assertThat(OutputFiles.parse(value).fileOf(rank, size, "stdout"))
        .isEqualTo(Path.of(file).toAbsolutePath());
  }

  @Test
  void shouldKeepOutputAndShowItUnlessItIsNotToBeCopied() throws IOException {
    for (boolean copied : new boolean[] {true, false}) {
      StringBuilder terminal = new StringBuilder();
      LineSink sink =
          new OutputFiles(folder, copied, true)
              .open(
                  0,
                  1,
                  "stderr",
                  (bytes, offset, length) -> terminal.append(new String(bytes, offset, length)),
                  (file, failure) -> {
                    throw new AssertionError(failure);
                  });

      sink.write("xhello\n".getBytes(StandardCharsets.US_ASCII), 1, 6);

      assertThat(folder.resolve("1/rank.0/stderr")).hasContent("hello\n");
      assertThat(terminal.toString()).isEqualTo(copied ? "hello\n" : "");
    }
    assertThat(Files.exists(folder.resolve("1/rank.0/stdout"))).isFalse();
  }
}
