package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class UserTraceTest {
  private static StackTraceElement frame(String className, int line) {
    String file = className.substring(className.lastIndexOf('.') + 1) + ".java";
    return new StackTraceElement(className, "call", file, line);
  }

  @Test
  void shouldShowTheUsersFramesOnly() {
    String trace =
        UserTrace.of(
            frame("mpi.Communicator", 1),
            frame("mpi.Comm", 2),
            frame("com.example.Solver", 3),
            frame("java.util.ArrayList", 4),
            frame("mpi.UserReduction", 5),
            frame("org.ob1j.runtime.collective.reduce.Accumulator", 6),
            frame("org.ob1j.pml.Ob1Pml", 7),
            frame("org.ob1j.bml.Bml", 7),
            frame("org.ob1j.IncomingMessages", 8),
            frame("org.ob1j.examples.Heat", 9),
            frame("mpi.mine.Program", 10),
            frame("Main", 11));

    assertThat(trace)
        .isEqualTo(
            "\n\tat com.example.Solver.call(Solver.java:3)"
                + "\n\tat java.util.ArrayList.call(ArrayList.java:4)"
                + "\n\tat org.ob1j.examples.Heat.call(Heat.java:9)"
                + "\n\tat mpi.mine.Program.call(Program.java:10)"
                + "\n\tat Main.call(Main.java:11)");
  }

  @Test
  void shouldSayHowManyFramesAreLeftOut() {
    StackTraceElement[] frames = new StackTraceElement[25];
    Arrays.setAll(frames, i -> frame("Recursion", i));

    assertThat(UserTrace.of(frames))
        .contains("(Recursion.java:19)")
        .doesNotContain("(Recursion.java:20)")
        .endsWith("\n\t... 5 more");
  }

  @Test
  void shouldBeEmptyWhereNothingIsTheUsers() {
    assertThat(UserTrace.of(frame("mpi.Comm", 1))).isEmpty();
  }
}
