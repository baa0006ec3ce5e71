package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.parameter.ParameterProvider;
import org.ob1j.runtime.parameter.ParameterSet;

class BmlParametersTest {
  @Test
  void shouldTakeOpenMpisNames() {
    ParameterSet parameters = ParameterSet.of(Map.of("opal_leave_pinned", "0"));
    assertThat(parameters.get(BmlParameters.LEAVE_PINNED)).isZero();
  }

  @Test
  void shouldBeFoundByTheLauncher() {
    assertThat(ServiceLoader.load(ParameterProvider.class))
        .hasAtLeastOneElementOfType(BmlParameters.class);
  }
}
