package org.ob1j.btl.ucx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.runtime.parameter.ParameterException;

class SegmentSizesTest {
  @ParameterizedTest
  @CsvSource({
    "posix/memory, UCX_POSIX_SEG_SIZE, 65536",
    "posix/memory, UCX_MM_SEG_SIZE, 64k",
    "sysv/memory, UCX_SYSV_SEG_SIZE, 1m",
    "sysv/memory, UCX_MM_SEG_SIZE, 66048",
    "xpmem/memory, UCX_XPMEM_SEG_SIZE, 128KB"
  })
  void shouldRefuseSegmentsOfWhichUcxCutsTheLength(String found, String variable, String value) {
    assertThatThrownBy(() -> SegmentSizes.check(UcxTransports.of(found), Map.of(variable, value)))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "%s is '%s'; it must be at most 65535: UCX keeps the length of a message there in 16"
                    .formatted(variable, value)
                + " bits");
  }

  @ParameterizedTest
  @CsvSource({
    "posix/memory, UCX_POSIX_SEG_SIZE, 65535",
    "posix/memory, UCX_MM_SEG_SIZE, 32k",
    "posix/memory, UCX_MM_SEG_SIZE, many",
    "posix/memory, UCX_SYSV_SEG_SIZE, 1m",
    "tcp/lo, UCX_MM_SEG_SIZE, 1m"
  })
  void shouldTakeShorterSegmentsAndThoseThatNobodyUses(
      String found, String variable, String value) {
    assertThatCode(() -> SegmentSizes.check(UcxTransports.of(found), Map.of(variable, value)))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldHaveTheVariableOfATransportGoFirst() {
    UcxTransports found = UcxTransports.of("posix/memory");
    Map<String, String> environment = Map.of("UCX_MM_SEG_SIZE", "1m", "UCX_POSIX_SEG_SIZE", "16k");

    assertThatCode(() -> SegmentSizes.check(found, environment)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "posix/memory, UCX_POSIX_SEG_SIZE, 2000, UCX_POSIX_SEG_SIZE",
    "posix/memory, UCX_MM_SEG_SIZE, 2111, UCX_MM_SEG_SIZE",
    "posix/memory, UCX_MM_SEG_SIZE, 2112,",
    "posix/memory, UCX_MM_SEG_SIZE, auto,",
    "posix/memory, UCX_SYSV_SEG_SIZE, 300,",
    "tcp/lo, UCX_TCP_TX_SEG_SIZE, 1k, UCX_TCP_TX_SEG_SIZE",
    "tcp/lo, UCX_TCP_TX_SEG_SIZE, 8k,",
    "tcp/lo, UCX_MM_SEG_SIZE, 300,"
  })
  void shouldFindSegmentsThatTaggedMessagesDoNotFitIn(
      String found, String variable, String value, String tooShort) {
    assertThat(SegmentSizes.tooShortForTags(UcxTransports.of(found), Map.of(variable, value)))
        .isEqualTo(tooShort);
  }
}
