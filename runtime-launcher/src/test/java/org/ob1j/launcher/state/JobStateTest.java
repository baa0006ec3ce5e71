package org.ob1j.launcher.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.launcher.state.JobState.Stage;

class JobStateTest {
  private final JobState state = new JobState(3, rank -> "rank " + rank + " on h");

  static Stream<Arguments> endings() {
    return Stream.of(
        Arguments.of(new JobEvent.RankEnded(1, 3, false), 3, "rank 1 on h ended with exit code 3"),
        Arguments.of(
            new JobEvent.RankEnded(1, 139, true),
            139,
            "rank 1 on h ended with exit code 139 (SIGSEGV)"),
        Arguments.of(
            new JobEvent.RankEnded(1, 0, true),
            1,
            "rank 1 on h ended with exit code 0, but without MPI.Finalize"),
        Arguments.of(
            new JobEvent.RankAborted(2, 9, "why"), 9, "rank 2 on h aborted with code 9: why"),
        Arguments.of(new JobEvent.RankAborted(2, 0, ""), 0, "rank 2 on h aborted with code 0"),
        Arguments.of(new JobEvent.RankLost(0, "silence"), 1, "rank 0 on h is lost: silence"),
        Arguments.of(new JobEvent.Hopeless("they wait"), 1, "they wait"),
        Arguments.of(new JobEvent.Terminated("INT", 2), 130, "mpirun got SIGINT"),
        Arguments.of(new JobEvent.Terminated("TERM", 15), 143, "mpirun got SIGTERM"),
        Arguments.of(new JobEvent.TimedOut(5), 110, "the 5 s of --timeout are over"),
        Arguments.of(
            new JobEvent.OutputFailed("standard output", "full"),
            1,
            "mpirun cannot write its standard output: full"));
  }

  @ParameterizedTest
  @MethodSource("endings")
  void shouldEndTheJob(JobEvent event, int exitCode, String message) {
    assertThat(state.on(event)).isTrue();

    assertThat(state.stage()).isEqualTo(Stage.ENDING);
    assertThat(state.exitCode()).isEqualTo(exitCode);
    assertThat(state.message()).isEqualTo(message);
  }

  @Test
  void shouldEndWellWhenEveryRankDoes() {
    for (int rank = 0; rank < 3; rank++) {
      assertThat(state.stage()).isEqualTo(Stage.RUNNING);
      assertThat(state.on(new JobEvent.RankEnded(rank, 0, false))).isFalse();
    }
    assertThat(state.stage()).isEqualTo(Stage.ENDED);
    assertThat(state.exitCode()).isZero();
    assertThat(state.message()).isEmpty();
  }

  @Test
  void shouldFailWhenWhatRanksWroteLastCannotBeWritten() {
    for (int rank = 0; rank < 3; rank++) {
      state.on(new JobEvent.RankEnded(rank, 0, false));
    }

    assertThat(state.on(new JobEvent.RankLost(1, "silence"))).isFalse();
    assertThat(state.on(new JobEvent.OutputFailed("standard output", "full"))).isTrue();
    assertThat(state.on(new JobEvent.OutputFailed("standard error", "full"))).isFalse();

    assertThat(state.stage()).isEqualTo(Stage.ENDED);
    assertThat(state.exitCode()).isEqualTo(1);
    assertThat(state.message()).isEqualTo("mpirun cannot write its standard output: full");
  }

  @Test
  void shouldKeepTheFirstFailure() {
    state.on(new JobEvent.RankEnded(2, 7, false));

    assertThat(state.on(new JobEvent.RankEnded(1, 143, true))).isFalse();
    assertThat(state.on(new JobEvent.RankEnded(0, 0, true))).isFalse();

    assertThat(state.stage()).isEqualTo(Stage.ENDED);
    assertThat(state.exitCode()).isEqualTo(7);
    assertThat(state.message()).startsWith("rank 2");
  }

  @Test
  void shouldActOnAFailureOfTheLastRank() {
    state.on(new JobEvent.RankEnded(0, 0, false));
    state.on(new JobEvent.RankEnded(1, 0, false));

    assertThat(state.on(new JobEvent.RankEnded(2, 4, false))).isTrue();

    assertThat(state.stage()).isEqualTo(Stage.ENDED);
    assertThat(state.exitCode()).isEqualTo(4);
  }

  @Test
  void shouldNotMissARankThatHasEnded() {
    state.on(new JobEvent.RankEnded(0, 0, false));

    assertThat(state.on(new JobEvent.RankLost(0, "connection closed"))).isFalse();

    assertThat(state.stage()).isEqualTo(Stage.RUNNING);
  }
}
