package org.ob1j.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class VerdictTest {
  private static final RankOutcome PASSED = new RankOutcome(RankOutcome.Kind.PASSED, "");
  private static final RankOutcome FAILED = new RankOutcome(RankOutcome.Kind.FAILED, "why\n");
  private static final RankOutcome ABORTED = new RankOutcome(RankOutcome.Kind.ABORTED, "so\n");
  private static final RankOutcome ENDED = new RankOutcome(RankOutcome.Kind.UNFINISHED, "at\n");

  @Test
  void shouldPassOnlyIfAllRanksAndMpirunDo() {
    assertThat(verdict(false, 0, PASSED, PASSED)).isNull();
    assertThat(verdict(false, 1, PASSED, PASSED)).isInstanceOf(AssertionFailedError.class);
    assertThat(verdict(false, 0, PASSED, null)).isInstanceOf(AssertionFailedError.class);
    assertThat(verdict(false, 0, PASSED, ENDED)).isInstanceOf(AssertionFailedError.class);
    assertThat(verdict(true, 0, PASSED, PASSED)).isInstanceOf(AssertionFailedError.class);
  }

  @Test
  void shouldFailRatherThanAbort() {
    assertThat(verdict(false, 1, ABORTED, FAILED)).isInstanceOf(AssertionFailedError.class);
    assertThat(verdict(false, 1, ABORTED, ENDED)).isInstanceOf(TestAbortedException.class);
    assertThat(verdict(false, 1, ABORTED, PASSED)).isInstanceOf(TestAbortedException.class);
  }

  @Test
  void shouldGroupRanksWithTheSameOutcomeInTheirOrder() {
    assertThat(verdict(false, 1, ENDED, FAILED, ENDED, null, FAILED))
        .hasMessage(
            """
            a test failed on 2 of 5 ranks
            --- rank 0, rank 2: was ended, or ended itself, here
            at
            --- rank 1, rank 4: failed
            why
            --- rank 3: left no outcome
            """);
  }

  private static Throwable verdict(boolean timedOut, int exitCode, RankOutcome... outcomes) {
    List<Optional<RankOutcome>> list = Arrays.stream(outcomes).map(Optional::ofNullable).toList();
    return Verdict.of("a test", 30, new RankJob.Result(list, timedOut, exitCode, ""));
  }
}
