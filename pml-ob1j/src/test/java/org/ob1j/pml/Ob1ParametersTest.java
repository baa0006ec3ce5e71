package org.ob1j.pml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.parameter.ParameterException;
import org.ob1j.runtime.parameter.ParameterSet;

class Ob1ParametersTest {
  @Test
  void shouldRefuseRoomForUnexpectedMessagesThatCreditDoesNotBound() {
    ParameterSet most = ParameterSet.of(Map.of("pml_ob1j_unexpected_limit", "1024"));
    assertThat(most.get(Ob1Parameters.UNEXPECTED_LIMIT)).isEqualTo(1024);

    ParameterSet more = ParameterSet.of(Map.of("pml_ob1j_unexpected_limit", "1025"));
    assertThatThrownBy(() -> more.get(Ob1Parameters.UNEXPECTED_LIMIT))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("pml_ob1j_unexpected_limit")
        .hasMessageContaining("1024");
  }

  @Test
  void shouldTakeOpenMpisNames() {
    ParameterSet parameters =
        ParameterSet.of(
            Map.of(
                "pml_ob1_unexpected_limit", "64",
                "pml_ob1_send_pipeline_depth", "7"));
    assertThat(parameters.get(Ob1Parameters.UNEXPECTED_LIMIT)).isEqualTo(64);
    assertThat(parameters.get(Ob1Parameters.SEND_PIPELINE_DEPTH)).isEqualTo(7);
  }
}
