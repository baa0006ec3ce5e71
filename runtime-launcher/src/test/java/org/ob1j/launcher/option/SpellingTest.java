package org.ob1j.launcher.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
  @ParameterizedTest
  @CsvSource({"a,a,0", "abc,abd,1", "abc,ab,1", "abc,xabc,1", "kitten,sitting,3", "'',ab,2"})
  void shouldCountSlips(String one, String other, int slips) {
    assertThat(Spelling.slips(one, other)).isEqualTo(slips);
    assertThat(Spelling.slips(other, one)).isEqualTo(slips);
  }

  @Test
  void shouldTakeTheFirstOfWordsThatAreAsLike() {
    assertThat(Spelling.closest(List.of("stall", "small", "ball"), "tall")).isEqualTo("ball");
    assertThat(Spelling.closest(List.of("stall", "small", "ball"), "something")).isNull();
  }
}
