package org.ob1j.launcher.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who is named when one rank has noticed that another is gone. */
class RootCauseTest {
  private static final JobEvent NOTICED = new JobEvent.RankAborted(0, 74, "rank 2 failed");
  private static final JobEvent ASKED_FOR = new JobEvent.RankAborted(0, 5, "called abort");
  private static final JobEvent LIBRARY = end(0, 134, true);
  private static final JobEvent HOPELESS = new JobEvent.Hopeless("rank 1 waits for rank 2");

  private static JobEvent end(int rank, int exitCode, boolean early) {
    return new JobEvent.RankEnded(rank, exitCode, early);
  }

  private static Stream<Arguments> cases() {
    return Stream.of(
        Arguments.of("killed", end(2, 137, true), NOTICED, true),
        Arguments.of("killed before it had joined", end(2, 137, false), NOTICED, true),
        Arguments.of("left without Finalize", end(2, 0, true), NOTICED, true),
        Arguments.of("left with an exit code of its own", end(2, 3, true), NOTICED, true),
        Arguments.of("noticed the same, and has ended", end(1, 74, true), NOTICED, false),
        Arguments.of("the rank that aborts", end(0, 0, true), NOTICED, false),
        Arguments.of("a good end", end(2, 0, false), NOTICED, false),
        Arguments.of(
            "another that noticed", new JobEvent.RankAborted(1, 74, "too"), NOTICED, false),
        Arguments.of("killed, beside an abort", end(2, 137, true), ASKED_FOR, true),
        Arguments.of("left, beside an abort", end(2, 0, true), ASKED_FOR, false),
        Arguments.of("killed, and noticed by a library", end(2, 137, true), LIBRARY, true),
        Arguments.of("noticed by its library, too", end(1, 134, true), LIBRARY, false),
        Arguments.of("left, beside a crash", end(2, 0, true), LIBRARY, false),
        Arguments.of("killed, and waited for", end(2, 137, true), HOPELESS, true),
        Arguments.of("left, and waited for", end(2, 0, true), HOPELESS, true),
        Arguments.of("ended, and waited for", end(2, 0, false), HOPELESS, false));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void shouldNameTheRankThatWasGoneFirst(
      String name, JobEvent later, JobEvent consequence, boolean cause) {
    assertThat(RootCause.isCause(later, consequence)).isEqualTo(cause);
  }

  @Test
  void shouldWaitForACauseOnlyOfWhatMayHaveOne() {
    assertThat(RootCause.mayBeConsequence(NOTICED)).isTrue();
    assertThat(RootCause.mayBeConsequence(HOPELESS)).isTrue();
    assertThat(RootCause.mayBeConsequence(LIBRARY)).isTrue();
    assertThat(RootCause.mayBeConsequence(end(2, 137, true))).isFalse();
    assertThat(RootCause.mayBeConsequence(end(2, 0, true))).isFalse();
    assertThat(RootCause.mayBeConsequence(new JobEvent.TimedOut(3))).isFalse();
  }
}
