package org.ob1j.tests.jobs.transports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.Commands;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

class TransportChoiceTest {
  private static final String TOKEN = "token 150\n";

  private static MpirunJob ring(String... words) {
    return MpirunJob.of("-n", "3").words(words).program(RankProgram.class, "ring");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"sm", "tcp", "^tcp", "^sm", "vader", "sm,tcp,self", "vader,self", "^openib"})
  void shouldRunByTheTransportsThatAreNamed(String transports) {
    MpirunJob.Result result = ring("--mca", "btl", transports).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(TOKEN);
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ob1", "ob1j", "^ucx", "^cm,ucx"})
  void shouldRunByTheEngineThatOpenMpiNames(String engine) {
    MpirunJob.Result result = ring("--mca", "pml", engine).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(TOKEN);
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ucx", "^ob1"})
  void shouldSayThatThereIsNoSuchEngine(String engine) {
    MpirunJob.Result result = ring("--mca", "pml", engine).run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.messages())
        .contains("pml is '" + engine + "'; the class path has [ob1j]")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-U", "-pf"})
  void shouldSayWhyRanksInNamespacesOfTheirOwnShareNoMemory(String namespace) throws Exception {
    assumeTrue(new ProcessBuilder("unshare", namespace, "true").start().waitFor() == 0);

    MpirunJob.Result alone = ringInNamespaces(namespace, "--mca", "btl", "sm").run();
    MpirunJob.Result byDefault = ringInNamespaces(namespace).run();

    assertThat(alone.exitCode()).isNotZero();
    assertThat(alone.stderr())
        .containsPattern("rank \\d cannot reach rank \\d by any of \\[sm.0 \\(i.*namespace");
    assertThat(byDefault.exitCode()).as(byDefault.stderr()).isZero();
    assertThat(byDefault.stdout()).endsWith(TOKEN);
    assertThat(byDefault.stderr().lines().filter(line -> line.contains("ob1j: rank")))
        .singleElement()
        .asString()
        .startsWith("ob1j: rank 0 reaches rank ")
        .contains("without sm.0 (i", "--mca btl_base_warn_component_unused 0 silences this");
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "1, false"})
  void shouldReachARankInAUserNamespaceOfItsOwn(int rankInside, boolean byProcess)
      throws Exception {
    assumeTrue(new ProcessBuilder("unshare", "-U", "true").start().waitFor() == 0);

    MpirunJob.Result result =
        MpirunJob.of("-n", "3", "--mca", "btl_sm_open_by_name", byProcess ? "0" : "1")
            .words("sh", "-c")
            .words("[ $OB1J_RANK != " + rankInside + " ] || exec unshare -U \"$@\"; exec \"$@\"")
            .words("sh", MpirunJob.java(), "-XX:-UsePerfData", "-cp")
            .words(MpirunJob.libraries() + "/*:" + MpirunJob.testClasses())
            .words(RankProgram.class.getName(), "ring")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).endsWith(TOKEN);
    assertThat(result.stderr().contains("without sm.0 (i"))
        .as(result.stderr())
        .isEqualTo(byProcess);
  }

  private static MpirunJob ringInNamespaces(String namespace, String... words) {
    return MpirunJob.of("-n", "3")
        .words(words)
        .words("unshare", namespace, "java", "-XX:-UsePerfData", "-cp", MpirunJob.testClasses())
        .words(RankProgram.class.getName(), "ring")
        .environment("PATH", Path.of(MpirunJob.java()).getParent() + ":" + System.getenv("PATH"));
  }

  @Test
  void shouldNameTheTransportsThereAreIfAnUnknownOneIsNamed() {
    MpirunJob.Result result = ring("--mca", "btl", "ugni").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.messages())
        .contains("btl names the transport 'ugni'; there are self, sm, tcp, ucx")
        .hasLineCount(1);
  }

  @Test
  void shouldSayThatNoTransportIsLeft() {
    MpirunJob.Result result = ring("--mca", "btl", "self").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.messages()).contains("no transport is left").hasLineCount(1);
  }

  @Test
  void shouldLetRanksPreferDifferentTransports() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3")
            .words("sh", "-c")
            .words("export OMPI_MCA_btl_tcp_exclusivity=$((OB1J_RANK * 40000)); exec \"$@\"", "sh")
            .words(MpirunJob.java(), "-cp")
            .words(MpirunJob.libraries() + "/*:" + MpirunJob.testClasses())
            .words(RankProgram.class.getName(), "ring")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"size=16k", "ro"})
  void shouldFallBackToTcpAndSaySoWhereSharedMemoryIsFullOrReadOnly(String options) {
    MpirunJob.Result result = withSharedMemory(options, ring()).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(TOKEN);
    assertThat(result.messages())
        .startsWith("ob1j: rank ")
        .contains("goes on by tcp alone: sm: ")
        .contains("btl_sm_backing_directory")
        .hasLineCount(1);
  }

  /** From where only some ranks find room to where all rings fit. */
  @ParameterizedTest
  @ValueSource(strings = {"size=40k", "size=48k", "size=52k", "size=56k", "size=64k"})
  void shouldReachEverybodyHoweverLittleSharedMemoryThereIs(String options) {
    MpirunJob.Result result = withSharedMemory(options, ring()).run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"size=16k", "ro"})
  void shouldFailInOneLineWhereOnlySharedMemoryIsAllowedAndThereIsNone(String options) {
    MpirunJob.Result result = withSharedMemory(options, ring("--mca", "btl", "sm")).run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.messages())
        .contains("a transport cannot be used: sm: ")
        .contains("/dev/shm")
        .contains("btl_sm_backing_directory")
        .hasLineCount(1);
  }

  /** A job whose ranks have a /dev/shm of their own. */
  static MpirunJob withSharedMemory(String options, MpirunJob job) {
    String mount = "mount -t tmpfs -o " + options + " tmpfs /dev/shm";
    List<String> unshare = List.of("unshare", "-m", "sh", "-c");
    assumeTrue(
        Commands.succeeds(unshare, mount),
        "may not mount a /dev/shm of its own; run these tests as root");
    return job.after(
        unshare.get(0),
        unshare.get(1),
        unshare.get(2),
        unshare.get(3),
        mount + " && exec \"$@\"",
        "sh");
  }
}
