package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.BtlAttributes;

class RailSelectorTest {
  /** What reaches the peer, each by exclusivity, latency and bandwidth. */
  private static BtlAttributes attributes(String text) {
    String[] words = text.split("/");
    return BtlAttributes.builder()
        .exclusivity(Integer.parseInt(words[0]))
        .latencyMicros(Integer.parseInt(words[1]))
        .bandwidthMegabits(Integer.parseInt(words[2]))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "'', ''",
    "100/5/10, 0",
    // The higher exclusivity has the peer for itself, whatever else it is.
    "100/1/99 65536/9/1, 1",
    "65536/9/1 100/1/99 65536/8/1, 2 0",
    // The lower latency comes first, and among equals the higher bandwidth.
    "100/5/10 100/1/10, 1 0",
    "100/5/10 100/5/20, 1 0",
    "100/5/20 100/6/10 100/5/20, 0 2 1"
  })
  void shouldUseThoseOfTheHighestExclusivityByLatencyAndBandwidth(String reaching, String rails) {
    List<BtlAttributes> modules =
        reaching.isEmpty()
            ? List.of()
            : Arrays.stream(reaching.split(" ")).map(RailSelectorTest::attributes).toList();
    List<Integer> expected =
        rails.isEmpty()
            ? List.of()
            : Arrays.stream(rails.split(" ")).map(Integer::valueOf).toList();
    assertThat(RailSelector.select(modules)).isEqualTo(expected);
  }
}
