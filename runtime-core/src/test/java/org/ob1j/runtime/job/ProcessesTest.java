package org.ob1j.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessesTest {
  private final LoopbackJob job = LoopbackJob.ofSize(1).get(0);
  private final JobIdentity identity = new JobIdentity("own", 0, 3, 0, 3);
  private final Processes processes = new Processes(identity, job);

  @Test
  void shouldNumberTheRanksOfItsJobByTheirRank() {
    job.put("key", new byte[] {5});

    assertThat(processes.count()).isEqualTo(3);
    assertThat(processes.self()).isEqualTo(new ProcessName("own", 0));
    assertThat(processes.name(2)).isEqualTo(new ProcessName("own", 2));
    assertThat(processes.find(new ProcessName("own", 2))).isEqualTo(2);
    assertThat(processes.find(new ProcessName("own", 3))).isEqualTo(Processes.UNKNOWN);
    assertThat(processes.published(0, "key")).containsExactly(5);
    assertThat(processes.published(2, "key")).isNull();
  }

  @Test
  void shouldNumberOthersInTheOrderInWhichTheyAreIntroduced() {
    ProcessName first = new ProcessName("b", 7);
    ProcessName second = new ProcessName("a", 0);
    assertThat(processes.find(first)).isEqualTo(Processes.UNKNOWN);

    assertThat(processes.introduce(first, Map.of("key", new byte[] {1}))).isEqualTo(3);
    assertThat(processes.introduce(second, Map.of())).isEqualTo(4);
    assertThat(processes.introduce(first, Map.of("key", new byte[] {2}))).isEqualTo(3);

    assertThat(processes.count()).isEqualTo(5);
    assertThat(processes.name(3)).isEqualTo(first);
    assertThat(processes.name(4)).isEqualTo(second);
    assertThat(processes.find(second)).isEqualTo(4);
    assertThat(processes.published(3, "key")).containsExactly(2);
    assertThat(processes.published(4, "key")).isNull();
    assertThat(processes.isOfThisJob(3)).isFalse();
    assertThat(processes.jobs()).containsExactly("own", "b", "a");
  }

  @Test
  void shouldRefuseToBeIntroducedToItsOwnJob() {
    assertThatThrownBy(() -> processes.introduce(new ProcessName("own", 1), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rank 1 of job own is introduced to rank 0 of job own");
  }
}
