package org.ob1j.btl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.parameter.Parameter;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class BtlParametersTest {
  private final BtlParameters parameters =
      BtlParameters.of("x")
          .weights(7, 8, 9)
          .frameRange(100, 10_000)
          .frames(1000, 2000, 4000)
          .rdmaPipeline(11, 12, 13)
          .flags(BtlCapabilities.SEND, BtlCapabilities.SEND | BtlCapabilities.PUT, "")
          .declare();

  private BtlAttributes attributes(Map<String, String> values) {
    return parameters.attributes(ParameterSet.of(values)).build();
  }

  @Test
  void shouldNameThemAsOpenMpiDoes() {
    assertThat(parameters.all())
        .extracting(Parameter::name)
        .containsExactlyInAnyOrder(
            "btl_x_flags",
            "btl_x_exclusivity",
            "btl_x_latency",
            "btl_x_bandwidth",
            "btl_x_eager_limit",
            "btl_x_rndv_eager_limit",
            "btl_x_max_send_size",
            "btl_x_rdma_pipeline_send_length",
            "btl_x_rdma_pipeline_frag_size",
            "btl_x_min_rdma_pipeline_size");
  }

  @Test
  void shouldMakeAttributesOfDefaultsAndOfWhatTheUserHasSet() {
    assertThat(attributes(Map.of()))
        .isEqualTo(
            BtlAttributes.builder()
                .exclusivity(7)
                .latencyMicros(8)
                .bandwidthMegabits(9)
                .eagerLimit(1000)
                .rndvEagerLimit(2000)
                .maxSendSize(4000)
                .immediateLimit(1000)
                .leastShareBytes(1000)
                .rdmaPipeline(11, 12, 13)
                .build());
    BtlAttributes set = attributes(Map.of("btl_x_eager_limit", "500", "btl_x_flags", "3"));
    assertThat(set.eagerLimit()).isEqualTo(500);
    assertThat(set.capabilities().puts()).isTrue();
    assertThat(set.toBuilder().build()).isEqualTo(set);
  }

  @Test
  void shouldLowerDefaultsToAShorterLongestFrameAndRefuseWhatTheUserHasSetAboveIt() {
    BtlAttributes shorter = attributes(Map.of("btl_x_max_send_size", "1500"));
    assertThat(shorter.eagerLimit()).isEqualTo(1000);
    assertThat(shorter.rndvEagerLimit()).isEqualTo(1500);

    assertThatThrownBy(
            () -> attributes(Map.of("btl_x_max_send_size", "1500", "btl_x_eager_limit", "1501")))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("btl_x_eager_limit is 1501; it must be at most 1500")
        .hasMessageContaining("btl_x_max_send_size");
  }
}
