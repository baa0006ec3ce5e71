package org.ob1j.launcher.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HiddenVariablesTest {
  @Test
  void shouldGiveVariablesTheirNamesBack() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "OB1J_SAVED_JAVA_TOOL_OPTIONS", "-Xms1g",
                "OB1J_SAVED__JAVA_OPTIONS", "",
                "JDK_JAVA_OPTIONS", "-ea",
                "OTHER", "x"));

    HiddenVariables.restore(environment);

    assertThat(environment)
        .isEqualTo(
            Map.of(
                "JAVA_TOOL_OPTIONS", "-Xms1g",
                "_JAVA_OPTIONS", "",
                "JDK_JAVA_OPTIONS", "-ea",
                "OTHER", "x"));
  }
}
