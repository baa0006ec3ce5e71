package org.ob1j.launcher.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastWordsTest {
  private static List<String> lines(String text) {
    LastWords words = new LastWords();
    List.of(text.split("/", -1)).forEach(words::add);
    return words.lines();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a             | a",
        "a/ b /c/d     | a; b; c; d",
        "a//b/ /c      | a; b; c",
        "a/b/c/d/e     | a; b; ...; d; e",
        "a/b/c/d/e/f/g | a; b; ...; f; g",
        "a/a/b/b/b/a   | a; b",
        "''            | ''",
      })
  void shouldKeepTheFirstAndTheLastLines(String lines, String text) {
    assertThat(LastWords.text(lines(lines))).isEqualTo(text);
  }

  @Test
  void shouldLeaveOutAWarningOnlyWhereThereIsSomethingElse() {
    String warning = "srun: Warning: cluster configuration lacks support for cpu binding";

    assertThat(LastWords.text(lines(warning + "/srun: error: no"))).isEqualTo("srun: error: no");
    assertThat(LastWords.text(lines(warning))).isEqualTo(warning);
  }

  @Test
  void shouldNotGrow() {
    LastWords words = new LastWords();
    for (int i = 0; i < 10_000; i++) {
      words.add("line " + i);
    }

    assertThat(words.lines()).hasSizeLessThan(20).startsWith("line 0").endsWith("line 9999");
  }
}
