package org.ob1j.runtime.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobIdentityTest {
  private static JobIdentity identity(int rank, List<Integer> programSizes) {
    return new JobIdentity("job", rank, 6, rank, 6, 1, programSizes);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 1", "3, 1", "4, 2", "5, 2"})
  void shouldTellWhichProgramARankRuns(int rank, int program) {
    JobIdentity identity = identity(rank, List.of(1, 3, 2));

    assertThat(identity.program()).isEqualTo(program);
    assertThat(identity.firstRanks()).containsExactly(0, 1, 4);
  }

  @Test
  void shouldRefuseProgramsThatDoNotMakeUpTheJob() {
    for (List<Integer> sizes : List.of(List.<Integer>of(), List.of(5), List.of(6, 0))) {
      assertThatThrownBy(() -> identity(0, sizes))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("programs of " + sizes + " ranks do not make up a job of 6");
    }
  }

  @Test
  void shouldRefuseNodesOfAnotherNumberOfRanks() {
    assertThatThrownBy(
            () -> new JobIdentity("job", 0, 6, 0, 6, 1, false, List.of(6), NodeMap.oneNode(5)))
        .hasMessage("nodes of 5 ranks are told to a job of 6");
    assertThat(identity(0, List.of(6)).nodes()).isEqualTo(NodeMap.oneNode(6));
  }
}
