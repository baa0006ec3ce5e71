package org.ob1j.btl.ucx.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.ucx.worker.UcxSettings.TagOffloadMode;
import org.ob1j.runtime.parameter.ParameterException;

class RendezvousThresholdTest {
  private static final UcxTransports HARDWARE = UcxTransports.of("rc_mlx5/mlx5_0:1");

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "2048, 2048",
    "16k, 16384",
    "2KB, 2048",
    "1m, 1048576",
    "'intra:4k,inter:1k', 1024",
    "'inter:8192,auto', 8192",
    "99999999999g, 2305843008139952128"
  })
  void shouldReadLengthsAsUcxDoes(String value, long bytes) {
    assertThat(RendezvousThreshold.inBytes(Map.of("UCX_RNDV_THRESH", value))).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource({"auto", "inf", "''", "many"})
  void shouldFindNoneWhereUcxChooses(String value) {
    assertThat(RendezvousThreshold.inBytes(Map.of("UCX_RNDV_THRESH", value)))
        .isEqualTo(OptionalLong.empty());
    assertThat(RendezvousThreshold.inBytes(Map.of())).isEqualTo(OptionalLong.empty());
  }

  @Test
  void shouldRefuseTagMatchingThatLosesTheOrderOfMessages() {
    assertThatThrownBy(
            () ->
                settings(TagOffloadMode.ON).offloadsTags(HARDWARE, Map.of("UCX_RNDV_THRESH", "1k")))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "btl_ucx_tag_offload is on, so UCX_RNDV_THRESH must be above %d; it is '1k'"
                .formatted(UcxSettings.MAX_TAGGED_BYTES));
    assertThat(settings(TagOffloadMode.ON).offloadsTags(HARDWARE, Map.of("UCX_RNDV_THRESH", "16k")))
        .isTrue();
  }

  @Test
  void shouldRefuseTagMatchingInSegmentsThatMessagesDoNotFitIn() {
    UcxTransports found = UcxTransports.of("rc_mlx5/mlx5_0:1 posix/memory");
    Map<String, String> environment =
        Map.of("UCX_RC_MLX5_TM_ENABLE", "y", "UCX_POSIX_SEG_SIZE", "2000");

    assertThatThrownBy(() -> settings(TagOffloadMode.ON).offloadsTags(found, environment))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "btl_ucx_tag_offload is on, so UCX_POSIX_SEG_SIZE must be at least 2112; it is"
                + " '2000'");
    assertThat(settings(TagOffloadMode.AUTO).offloadsTags(found, environment)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"auto, true", "2048, false", "2049, true"})
  void shouldMatchTagsByItselfOnlyWhereTheOrderIsKept(String value, boolean expected) {
    Map<String, String> environment =
        Map.of("UCX_RC_MLX5_TM_ENABLE", "y", "UCX_RNDV_THRESH", value);

    assertThat(settings(TagOffloadMode.AUTO).offloadsTags(HARDWARE, environment))
        .isEqualTo(expected);
    assertThat(settings(TagOffloadMode.OFF).offloadsTags(HARDWARE, environment)).isFalse();
  }

  private static UcxSettings settings(TagOffloadMode mode) {
    return new UcxSettings("", "", "", 1 << 20, mode, 16);
  }
}
