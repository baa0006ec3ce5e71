package org.ob1j.launcher.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  private static final Machine SMALL = new Machine("small", 4);
  private static final Machine LARGE = new Machine("large", 64);

  @Test
  void shouldBeCrowdedIfItsHostsTogetherHaveMoreRanksThanItHasCpus() {
    assertThat(Machine.crowded(List.of(SMALL, SMALL), List.of(2, 3))).containsExactly(true, true);
    assertThat(Machine.crowded(List.of(SMALL, SMALL), List.of(2, 2))).containsExactly(false, false);
    assertThat(Machine.crowded(List.of(LARGE, SMALL, LARGE, SMALL), List.of(9, 1, 9, 4)))
        .containsExactly(false, true, false, true);
  }

  /** Its ranks make way for each other. */
  @Test
  void shouldNotBeCrowdedIfItIsOneHost() {
    assertThat(Machine.crowded(List.of(SMALL, LARGE), List.of(8, 1))).containsExactly(false, false);
  }

  @Test
  void shouldNotBeCrowdedIfItsCpusAreNotKnown() {
    Machine unknown = new Machine("unknown", 0);
    assertThat(Machine.crowded(List.of(unknown, unknown), List.of(90, 90)))
        .containsExactly(false, false);
  }

  @Test
  void shouldCountTheCpusThatTheKernelLists(@TempDir Path folder) throws IOException {
    Path list = folder.resolve("online");
    Files.writeString(list, "0-2,8\n");
    assertThat(Machine.cpus(list)).isEqualTo(4);
    Files.writeString(list, "none\n");
    assertThat(Machine.cpus(list)).isZero();
    assertThat(Machine.cpus(folder.resolve("missing"))).isZero();
  }

  @Test
  void shouldBeTheSameWheneverItIsAsked() {
    assertThat(Machine.ofThisHost()).isEqualTo(Machine.ofThisHost());
    assertThat(Machine.ofThisHost().id()).isNotBlank();
  }
}
