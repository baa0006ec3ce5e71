package org.ob1j.runtime.collective.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariableCollectivesTest {
  /** Of four ranks, whose parts begin with 32 bytes of lengths and places. */
  @ParameterizedTest
  @CsvSource({
    "32, 8, true",
    "4088, 8, true",
    "4088, 5, true",
    "4096, 0, true",
    "4096, 1, false",
    "4088, 9, false",
    "40, 4057, false",
    "24, 8, false",
    "0, 8, false",
    "36, 8, false",
    "16777208, 8, false",
  })
  void shouldTakePiecesFromWithinAPartOnly(int place, int bytes, boolean isInside) {
    assertThat(VariableCollectives.isInside(place, bytes, 4, 4096)).isEqualTo(isInside);
  }
}
