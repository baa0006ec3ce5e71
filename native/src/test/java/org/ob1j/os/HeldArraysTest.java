package org.ob1j.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldArraysTest {
  @ParameterizedTest
  @CsvSource({
    "17, 2, false",
    "17, 999999, false",
    "17, 1000000, true",
    "24, 2, false",
    "25, 2, true"
  })
  void shouldHoldArraysWhereNobodyGivesUp(int feature, long attempts, boolean holds) {
    String refusal = new HeldArrays(feature, attempts).refusal();
    if (holds) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal)
          .startsWith("JDK " + feature + " would")
          .contains("after " + attempts + " attempts")
          .endsWith("-XX:GCLockerRetryAllocationCount=1000000");
    }
  }

  @Test
  void shouldSeeWithHowManyAttemptsAJvmWasStarted() {
    String option = "-XX:GCLockerRetryAllocationCount=";
    assertThat(HeldArrays.of(17, List.of("java", "Main")).attempts()).isEqualTo(2);
    assertThat(HeldArrays.of(17, List.of("java", option + "5", option + "70")).attempts())
        .isEqualTo(70);
    assertThat(HeldArrays.of(17, List.of("java", option + "many")).attempts()).isEqualTo(2);
  }

  @Test
  void shouldKnowThisJvm() {
    HeldArrays here = HeldArrays.ofThisJvm();
    assertThat(here.feature()).isEqualTo(Runtime.version().feature());
    assertThat(here.attempts()).isPositive();
  }
}
