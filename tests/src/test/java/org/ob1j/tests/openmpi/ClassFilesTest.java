package org.ob1j.tests.openmpi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ob1j.tests.harness.MpirunJob;

/**
 * Class files that were compiled against Open MPI's Java bindings run unchanged, and print what
 * they print on Open MPI. What differs on purpose is in docs/migration.md, and is not printed.
 */
class ClassFilesTest {
  private static final int RANKS = 4;

  private static Optional<OpenMpi.Bindings> installed;
  private static Path programs;
  private static Optional<Path> programsOf50;

  /** Those that run on ob1j as well. */
  static List<String> programs() {
    return List.of(
        "Types", "Messages", "Collectives", "Communicators", "Topologies", "Intercommunicators");
  }

  @BeforeAll
  static void compile() throws IOException {
    installed = OpenMpi.Bindings.installed();
    assumeTrue(
        installed.isPresent(),
        "Open MPI 4.1 with its Java bindings is not there: osu-java/reference/prepare.sh gets it");
    programs = installed.get().compilePrograms();
    Optional<OpenMpi.Bindings> of50 = OpenMpi.Bindings.of50();
    programsOf50 = of50.isPresent() ? Optional.of(of50.get().compilePrograms()) : Optional.empty();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldPrintWhatOpenMpiPrints(String program) throws IOException {
    assertThat(output(program, programs)).isEqualTo(expected(program));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void shouldPrintTheSameFromClassFilesOfOpenMpi50(String program) throws IOException {
    assumeTrue(programsOf50.isPresent(), "the Java bindings of Open MPI 5.0 are not there");
    assertThat(output(program, programsOf50.get())).isEqualTo(expected(program));
  }

  @Test
  void shouldUseEveryMemberOfTheBindings() throws IOException {
    assertThat(Members.unused(programs)).isEmpty();
  }

  private static String expected(String program) throws IOException {
    return OpenMpi.outputOf("compat." + program, RANKS, installed.orElseThrow(), programs);
  }

  private static String output(String program, Path classes) {
    MpirunJob.Result result =
        MpirunJob.of("-n", String.valueOf(RANKS), MpirunJob.java())
            .words("-cp", classes.toString(), "compat." + program)
            .run();
    assertThat(result.exitCode()).as(result.stdout() + result.stderr()).isZero();
    return result.stdout();
  }
}
