package org.ob1j.launcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeapWarningTest {
  private static List<RankPlan> ranks(int count, String... command) {
    RankPlan rank = new RankPlan(0, 0, 0, List.of(command), Map.of(), Path.of("/"), List.of());
    return Collections.nCopies(count, rank);
  }

  @Test
  void shouldSayIfHeapsDoNotFitIntoTheHostsMemory() {
    assertThat(HeapWarning.of("h1", ranks(3, "java", "-Xmx1g", "Main"), () -> 2L << 30))
        .isEqualTo(
            "the heaps of the 3 ranks on h1 may grow to 3072 MiB together, and it has 2048 MiB of"
                + " memory: a smaller -Xmx, or fewer ranks on each host (-N)");
  }

  @Test
  void shouldSayNothingOfHeapsThatFitOrThatNobodyHasLimited() {
    assertThat(HeapWarning.of("h1", ranks(2, "java", "-Xmx1g", "Main"), () -> 2L << 30)).isNull();
    assertThat(HeapWarning.of("h1", ranks(99, "java", "Main"), () -> 2L << 30)).isNull();
    assertThat(HeapWarning.of("h1", ranks(99, "java", "-Xmx1g", "Main"), () -> 0)).isNull();
  }
}
