package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeldArraysTest {
  @ParameterizedTest
  @CsvSource({
    "17, UseG1GC, 2, false",
    "17, UseG1GC, 999999, false",
    "17, UseG1GC, 1000000, true",
    "17, another collector, 2, false",
    "17, another collector, 1000000, true",
    "17, UseZGC, 2, true",
    "17, UseShenandoahGC, 2, true",
    "21, UseG1GC, 2, false",
    "22, UseG1GC, 2, true",
    "24, another collector, 2, false",
    "25, another collector, 2, true",
    "25, UseG1GC, 2, true"
  })
  void shouldHoldArraysWhereNobodyGivesUp(
      int feature, String collector, long attempts, boolean holds) {
    String refusal = new HeldArrays(feature, collector, attempts).refusal();
    if (holds) {
      assertThat(refusal).isNull();
    } else {
      assertThat(refusal)
          .startsWith("JDK " + feature + " with " + collector)
          .contains("after " + attempts + " attempts")
          .endsWith("-XX:GCLockerRetryAllocationCount=1000000");
    }
  }

  @Test
  void shouldKnowThisJvm() {
    HeldArrays here = HeldArrays.ofThisJvm();
    assertThat(here.feature()).isEqualTo(Runtime.version().feature());
    assertThat(here.attempts()).isPositive();
  }
}
