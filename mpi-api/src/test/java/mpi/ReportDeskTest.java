package mpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportDeskTest {
  /** The classes of a thread's frames, and whether the thread is in a call of MPI. */
  @ParameterizedTest
  @CsvSource({
    "Main, false",
    "java.lang.Thread Main, false",
    "mpiutil.Main, false",
    "org.ob1j.tests.Main, false",
    "mpi.Comm org.ob1j.runtime.collective.shared.Meeting Main, true",
    "java.lang.Thread org.ob1j.runtime.progress.WaitPolicy org.ob1j.pml.Ob1Pml mpi.Comm Main, true",
    "java.lang.Thread org.ob1j.pml.Ob1Communicator Main, true",
  })
  void shouldTellAThreadInMpiFromOneThatComputes(String classes, boolean isInMpi) {
    StackTraceElement[] stack =
        Arrays.stream(classes.split(" "))
            .map(name -> new StackTraceElement(name, "method", "File.java", 1))
            .toArray(StackTraceElement[]::new);

    assertThat(ReportDesk.isInMpi(stack)).isEqualTo(isInMpi);
  }
}
