package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostFailureTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h1=Password expired  | ; from h1 came: Password expired",
        "h1=a,h2=,h3=b        | ; from h1 came: a; from h3 came: b",
        "h1=a,h2=a,h3=b,h4=c  | ; from h1, h2 came: a; from h3 came: b",
        "h1=,h2=              | ''",
      })
  void shouldSayWhatCameInsteadOfAnAgent(String words, String expected) {
    Map<String, String> byHost = new LinkedHashMap<>();
    for (String each : words.split(",")) {
      byHost.put(each.split("=")[0], each.substring(each.indexOf('=') + 1));
    }

    assertThat(HostFailure.instead(byHost)).isEqualTo(expected);
  }
}
