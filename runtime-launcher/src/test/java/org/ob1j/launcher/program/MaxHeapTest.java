package org.ob1j.launcher.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaxHeapTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java -Xmx4g Main                       | ''        | 4294967296",
        "/opt/bin/java -Xmx512M -cp x Main -Xmx9g | ''      | 536870912",
        "java -XX:MaxHeapSize=1024k Main        | ''        | 1048576",
        "java -Xmx7 -Xmx8 Main                  | -Xmx9     | 8",
        "java Main                              | -Xmx2k -Xss1m | 2048",
        "java -XX:MaxRAMPercentage=50.0 Main    | ''        | 500",
        "java -Xmx7 -XX:MaxRAMPercentage=50 Main | ''       | 7",
        "java -Xms4g Main                       | ''        | 0",
        "java -Xmx Main                         | ''        | 0",
        "sh -Xmx4g                              | -Xmx9     | 0",
      })
  void shouldKnowTheLimitThatTheUserSets(String command, String toolOptions, long bytes) {
    List<String> words = List.of(command.split(" "));
    Map<String, String> environment = Map.of("JAVA_TOOL_OPTIONS", toolOptions);

    assertThat(MaxHeap.bytes(words, environment, 1000)).isEqualTo(bytes);
    assertThat(MaxHeap.isSaid(words, environment)).isEqualTo(bytes > 0);
  }
}
