package org.ob1j.tests.jobs.transports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.Commands;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;
import org.ob1j.tests.harness.UcxOnThisHost;
import org.ob1j.tests.jobs.messages.MessageProgram;

/** Jobs whose ranks are told to use UCX. */
class UcxJobsTest {
  private static final String TOKEN = "token 150\n";

  @BeforeEach
  void requireUcx() {
    String finding = UcxOnThisHost.finding();
    assumeTrue(finding.startsWith("yes"), finding);
  }

  private static MpirunJob job(String ranks, String transports, String... more) {
    return MpirunJob.of("-n", ranks, "--mca", "btl", "ucx", "--mca", "btl_ucx_tls", transports)
        .words(more);
  }

  private static void requireSuccess(MpirunJob.Result result, String stdout) {
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo(stdout);
    assertThat(result.stderr()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"posix,self", "tcp,self", "all"})
  void shouldRunByUcxsTransports(String transports) {
    requireSuccess(job("3", transports).program(RankProgram.class, "ring").run(), TOKEN);
  }

  @ParameterizedTest
  @CsvSource({"2, posix", "3, posix", "3, tcp"})
  void shouldReceiveMessagesInEveryWay(String ranks, String transports) {
    MpirunJob.Result result =
        job(ranks, transports, "--oversubscribe").program(MessageProgram.class, "all").run();

    requireSuccess(result, "all messages of " + ranks + "\n");
  }

  /** Sockets of UCX's beside its shared memory are closed by who leaves first. */
  @ParameterizedTest
  @ValueSource(strings = {"on", "off"})
  void shouldFinalizeInAnyOrderWithoutAWordOfUcxs(String offload) {
    MpirunJob.Result result =
        job("4", "posix,tcp,self", "--oversubscribe", "--mca", "btl_ucx_tag_offload", offload)
            .program(RankProgram.class, "flood")
            .run();

    requireSuccess(result, "received 16420200 bytes of each\n");
  }

  @Test
  void shouldObeyTheEnvironmentOfUcx() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", "ucx", "-x", "UCX_TLS=tcp,self")
            .words("--mca", "pml_ob1j_show_protocols", "1")
            .program(RankProgram.class, "ring")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stderr()).contains("ucx.0");
  }

  @Test
  void shouldEndTheJobAndNameTheRankThatWasKilled() throws IOException {
    MpirunJob.Running running =
        job("3", "tcp,self").program(RankProgram.class, "ring-for-ever").start();
    running.awaitStdout("rank 1 is running");
    long victim = rankOf(running.pid(), 1);
    ProcessHandle.of(victim).orElseThrow().destroyForcibly();

    MpirunJob.Result result = running.await();

    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.stderr()).contains("rank 1");
  }

  /** The process of a rank, by its environment. */
  private static long rankOf(long mpirun, int rank) {
    return ProcessHandle.of(mpirun)
        .orElseThrow()
        .descendants()
        .filter(process -> hasRank(process.pid(), rank))
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElseThrow();
  }

  private static boolean hasRank(long pid, int rank) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/environ"))
              .contains("OB1J_RANK=" + rank + "\0")
          && Files.readString(Path.of("/proc/" + pid + "/cmdline")).contains("RankProgram")
          && Files.readString(Path.of("/proc/" + pid + "/comm")).startsWith("java");
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  void shouldSayWhyThereIsNoWayOverNothing() {
    MpirunJob.Result result = job("2", "nothing").program(RankProgram.class, "ring").run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.stderr()).contains("UCX cannot be used").contains("btl_ucx_tls is 'nothing'");
  }

  @Test
  void shouldNameALibraryThatIsMissing() {
    String[] hidden = {"--mca", "btl_ucx_library", "libnothing.so.0"};

    MpirunJob.Result named = job("2", "all", hidden).program(RankProgram.class, "ring").run();
    MpirunJob.Result unnamed =
        MpirunJob.of("-n", "3").words(hidden).program(RankProgram.class, "ring").run();

    assertThat(named.exitCode()).isNotZero();
    assertThat(named.messages())
        .contains("a transport cannot be used: ucx cannot be used: libnothing.so.0: cannot open")
        .hasLineCount(1);
    requireSuccess(unnamed, TOKEN);
    assertThat(UcxOnThisHost.finding(hidden)).startsWith("no: libnothing.so.0: cannot open");
  }

  @Test
  void shouldRefuseAnOldLibraryInOneSentence(@TempDir Path folder) throws IOException {
    assumeTrue(Commands.succeeds(List.of("sh", "-c"), "type cc"), "there is no C compiler");
    Path source =
        Files.writeString(
            folder.resolve("old.c"),
            "void ucp_get_version(unsigned *a, unsigned *b, unsigned *c) {"
                + " *a = 1; *b = 11; *c = 2; }\n");
    Path library = folder.resolve("libold.so");
    assertThat(
            Commands.succeeds(List.of("sh", "-c"), "cc -shared -fPIC -o " + library + " " + source))
        .isTrue();

    String finding = UcxOnThisHost.finding("--mca", "btl_ucx_library", library.toString());

    assertThat(finding).isEqualTo("no: UCX is 1.11.2; it must be 1.12 or a later 1");
  }
}
