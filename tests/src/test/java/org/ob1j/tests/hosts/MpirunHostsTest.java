package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** mpirun over four hosts by ssh: what one host does, several do. */
@BesideOthers
class MpirunHostsTest {
  private static TestHosts hosts;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(4);
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @AfterEach
  void nothingIsLeft() {
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private static String line(MpirunJob.Result result) {
    assertThat(result.exitCode()).as(result.toString()).isZero();
    return result.stdout();
  }

  @Test
  void shouldFillOneHostAfterTheOther() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1:2,h2:1,h3:1", "-n", "6")
            .shell("echo $OMPI_COMM_WORLD_RANK $OMPI_COMM_WORLD_LOCAL_RANK $(hostname)")
            .run();

    assertThat(new TreeSet<>(line(result).lines().toList()))
        .containsExactly("0 0 h0", "1 1 h0", "2 0 h1", "3 1 h1", "4 0 h2", "5 0 h3");
  }

  @Test
  void shouldGoRoundTheHosts() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1:2,h2:2", "--map-by", "node")
            .shell("echo $OMPI_COMM_WORLD_RANK $(hostname)")
            .run();

    assertThat(new TreeSet<>(line(result).lines().toList()))
        .containsExactly("0 h1", "1 h2", "2 h1", "3 h2");
  }

  @Test
  void shouldSendMessagesBetweenAllRanks() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1:2,h2:2,h3:2")
            .words(MpirunJob.java(), "-cp", MpirunJob.examples(), "Connectivity")
            .run();

    assertThat(line(result)).contains("8 ranks");
  }

  @Test
  void shouldPassOnInputAndOutputByWholeLines(@TempDir Path folder) throws IOException {
    Path input = folder.resolve("input");
    String text = "a line of input\n".repeat(50_000);
    Files.writeString(input, text);

    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h2,h1", "--tag-output")
            .stdin(input)
            .shell(
                "[ $OMPI_COMM_WORLD_RANK = 1 ] && yes 'a line of rank 1' | head -50000; exec cat")
            .run();

    assertThat(line(result).lines().filter(l -> l.equals("[1,0]<stdout>:a line of input")))
        .hasSize(50_000);
    assertThat(line(result).lines().filter(l -> l.equals("[1,1]<stdout>:a line of rank 1")))
        .hasSize(50_000);
    assertThat(line(result).lines()).hasSize(100_000);
  }

  @Test
  void shouldGiveHostsAsManySlotsAsTheyHaveCoresIfTheHostfileNamesNone(@TempDir Path folder)
      throws IOException {
    Path hostfile = Files.writeString(folder.resolve("hostfile"), "h1\nh0\n");

    MpirunJob.Result one =
        HostJobs.of(hosts, "--hostfile", hostfile.toString(), "-n", "1")
            .shell("echo $(hostname)")
            .run();
    MpirunJob.Result each =
        HostJobs.of(hosts, "--hostfile", hostfile.toString(), "-N", "1")
            .shell("echo $(hostname)")
            .run();
    MpirunJob.Result star =
        HostJobs.of(hosts, "--host", "h2:*", "-n", "1").shell("echo $(hostname)").run();

    assertThat(line(one)).isEqualTo("h1\n");
    assertThat(new TreeSet<>(line(each).lines().toList())).containsExactly("h0", "h1");
    assertThat(line(star)).isEqualTo("h2\n");
  }

  @Test
  void shouldTellARanksExitCodeWithItsHost() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0,h3")
            .shell("[ $OMPI_COMM_WORLD_RANK = 0 ] && exec sleep 1000; exit 23")
            .run();

    assertThat(result.exitCode()).isEqualTo(23);
    assertThat(result.messages())
        .containsPattern(
            "rank 1 on h3 \\(process \\d+\\) ended with exit code 23; the job is ended");
  }

  @Test
  void shouldPassSignalsOn() {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--host", "h0,h1")
            .shell("trap 'echo got it; exit 0' USR2; echo ready; while :; do sleep 0.05; done")
            .start();
    job.awaitStdout("ready\nready");

    hosts.signal(0, "USR2", hosts.process(0, ".Mpirun"));

    assertThat(line(job.await())).contains("got it\ngot it");
  }

  @Test
  void shouldStartAgentsDownATree() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--mca", "routed_radix", "1", "--host", "h0,h1,h2,h3", "-v")
            .shell("echo on $(hostname)")
            .run();

    assertThat(new TreeSet<>(line(result).lines().toList()))
        .containsExactly("on h0", "on h1", "on h2", "on h3");
  }

  @Test
  void shouldSendTheProgramToAHostThatHasItNot(@TempDir Path folder) throws IOException {
    // On host 1 the folder is empty.
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Files.copy(Path.of(MpirunJob.examples(), "Hello.class"), classes.resolve("Hello.class"));
    hosts.output(1, "mount", "-t", "tmpfs", "none", folder.toString());
    String[] program = {MpirunJob.java(), "-cp", classes.toString(), "Hello"};

    MpirunJob.Result without = HostJobs.of(hosts, "--host", "h0,h1").words(program).run();
    MpirunJob.Result with =
        HostJobs.of(hosts, "--host", "h0,h1", "--preload-binary").words(program).run();
    hosts.output(1, "umount", folder.toString());

    assertThat(without.exitCode()).isEqualTo(1);
    assertThat(without.messages()).contains("mpirun: host h1: there is no class 'Hello'");
    assertThat(line(with)).contains("rank 0 of 2 on h0").contains("rank 1 of 2 on h1");
    assertThat(foldersLeft(1)).isEmpty();
  }

  /** What was sent lies in a folder; the files are those of ranks of other tests that run now. */
  private String foldersLeft(int host) {
    return hosts.output(host, "find", "/tmp", "-maxdepth", "1", "-type", "d", "-name", "ob1j-j*");
  }

  @Test
  void shouldWarnOfHeapsThatExceedTheMemoryOfAHost() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1:2").words(MpirunJob.java(), "-Xmx9000g", "-version").run();

    assertThat(result.messages())
        .contains("mpirun: host h1: the heaps of the 2 ranks on it may grow to 18432000 MiB");
  }

  @Test
  void shouldRunEachProgramOnItsOwnHosts() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1", "-n", "1", "sh", "-c", "echo first on $(hostname)")
            .words(":", "--host", "h2:2", "-n", "2", "sh", "-c", "echo second on $(hostname)")
            .run();

    assertThat(line(result).lines())
        .containsExactlyInAnyOrder("first on h1", "second on h2", "second on h2");
  }

  @Test
  void shouldShowWhereRanksRunAndWhatTheyAreTiedTo() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0,h1", "--display-map", "--report-bindings")
            .words("--cpu-set", "0", "--bind-to", "core", "true")
            .run();

    assertThat(line(result))
        .contains("Data for node: h0", "Data for node: h1")
        .contains("Process rank: 1 Bound: CPU 0");
    assertThat(result.messages())
        .contains("rank 0 on h0 is bound to CPU 0", "rank 1 on h1 is bound to CPU 0");
  }

  @Test
  void shouldKeepTheOutputOfAllHostsInFilesHere(@TempDir Path folder) throws IOException {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1,h2", "--output-filename", folder + ":nocopy")
            .shell("echo from $(hostname)")
            .run();

    assertThat(line(result)).isEmpty();
    assertThat(folder.resolve("1/rank.0/stdout")).hasContent("from h1");
    assertThat(folder.resolve("1/rank.1/stdout")).hasContent("from h2");
  }

  @Test
  void shouldCountTheStartOfAgentsAsTimeOfTheJob() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1", "--timeout", "1", "--mca", "plm_rsh_agent")
            .words("sh -c 'exec sleep 1000'", "true")
            .run();

    assertThat(result.exitCode()).isEqualTo(110);
    assertThat(result.messages()).contains("mpirun: the 1 s of --timeout are over");
  }

  @Test
  void shouldRunWithoutRanksOnItsOwnHost() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h0:2,h1:2", "--nolocal").shell("hostname").run();

    assertThat(line(result)).isEqualTo("h1\nh1\n");
  }

  @Test
  void shouldGiveRanksWhatIsExported() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1", "-x", "WORD=said", "-x", "BESIDE", "--mca", "btl", "tcp")
            .environment("BESIDE", "inherited")
            .environment("SECRET_OF_H0", "not for others")
            .shell("echo $WORD $BESIDE $OMPI_MCA_btl ${SECRET_OF_H0:-nothing}")
            .run();

    assertThat(line(result)).isEqualTo("said inherited tcp nothing\n");
  }

  /** The test hosts are containers of one machine: a rank's yield makes way for none of another. */
  @Test
  void shouldTellRanksIfThoseOfOtherHostsWantTheirCores() {
    int cpus = Runtime.getRuntime().availableProcessors();
    String script = "echo $(hostname) $OB1J_CROWDED_MACHINE";

    MpirunJob.Result few = HostJobs.of(hosts, "--host", "h1,h2").shell(script).run();
    MpirunJob.Result many = HostJobs.of(hosts, "--host", "h0:1,h1:" + cpus).shell(script).run();

    assertThat(new TreeSet<>(line(few).lines().toList()))
        .containsExactlyElementsOf(cpus >= 2 ? List.of("h1 0", "h2 0") : List.of("h1 1", "h2 1"));
    assertThat(new TreeSet<>(line(many).lines().toList())).containsExactly("h0 1", "h1 1");
  }

  @Test
  void shouldReportWhatRanksWaitForOnAllHosts() {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--host", "h0,h1", "--stall-report", "1")
            .timeLimit(Duration.ofSeconds(60))
            .program(WaitForEachOther.class)
            .start();

    job.awaitStderr("deadlock");
    hosts.signal(0, "TERM", hosts.process(0, ".Mpirun"));

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.messages())
        .contains("report of rank 0 on h0: waits in MPI", "report of rank 1 on h1: waits in MPI");
  }
}
