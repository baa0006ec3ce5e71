package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** Input that nobody reads, output that nobody takes, and signals at any time. */
@BesideOthers
class StreamsOfHostsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int INPUT_BYTES = 10 << 20;

  private static TestHosts hosts;

  @TempDir private Path folder;

  @BeforeAll
  static void startHosts() {
    hosts = TestHosts.start(3);
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

  private Path input() throws IOException {
    return Files.write(folder.resolve("input"), new byte[INPUT_BYTES]);
  }

  @Test
  void shouldEndWhenARankReadsNothingOfItsInput() throws IOException {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--host", "h1,h0").stdin(input()).shell("sleep 0.5; echo done").run();

    assertThat(HostJobs.output(result)).isEqualTo("done\ndone\n");
  }

  /** A rank that does not read holds up those that do, until it ends. */
  @Test
  void shouldGiveOthersTheirInputWhenARankReadsNothing() throws IOException {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--stdin", "all", "--host", "h0,h1,h2")
            .stdin(input())
            .shell("[ $OMPI_COMM_WORLD_RANK = 1 ] && exec sleep 0.5; wc -c")
            .run();

    assertThat(HostJobs.output(result)).isEqualTo((INPUT_BYTES + "\n").repeat(2));
  }

  @Test
  void shouldKeepTalkingWhileNobodyTakesTheOutput() {
    Path met = folder.resolve("met");
    List<String> reader = new ArrayList<>(List.of(hosts.on(0)));
    String wait = "while [ ! -e " + met + " ]; do sleep 0.05; done; exec wc -c";
    reader.addAll(List.of("bash", "-c", "set -o pipefail; \"$@\" | { " + wait + "; }", "bash"));
    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_args", String.join(" ", hosts.sshArguments()))
            .words("--host", "h0,h1,h2")
            .after(reader.toArray(new String[0]))
            .timeLimit(LIMIT)
            .program(FloodAndMeet.class, met.toString())
            .run();

    assertThat(HostJobs.output(result).strip()).isEqualTo(String.valueOf(100 * FloodAndMeet.LINES));
  }

  /** Longer than what ranks leave in pipes takes to come. */
  @ParameterizedTest
  @ValueSource(strings = {"h0", "h1"})
  void shouldGiveAllOutputToAReaderThatIsLate(String host) {
    List<String> reader = new ArrayList<>(List.of(hosts.on(0)));
    reader.addAll(List.of("bash", "-c", "set -o pipefail; \"$@\" | { sleep 4; wc -c; }", "bash"));
    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_args", String.join(" ", hosts.sshArguments()))
            .words("--host", host)
            .after(reader.toArray(new String[0]))
            .timeLimit(LIMIT)
            .shell("head -c 220000 /dev/zero")
            .run();

    assertThat(HostJobs.output(result)).isEqualTo("220000\n");
  }

  /** Agents that wait for a reader are not to be taken for stopped ones. */
  @Test
  void shouldForgetOutputThatNobodyReadsWhenItsTimeIsOver() {
    List<String> nobody = new ArrayList<>(List.of(hosts.on(0)));
    String fifo = folder.resolve("fifo").toString();
    nobody.addAll(List.of("bash", "-c", "mkfifo $0; exec 3<>$0; \"$@\" > $0", fifo));
    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_args", String.join(" ", hosts.sshArguments()))
            .words("--host", "h0,h1,h2", "--timeout", "4")
            .after(nobody.toArray(new String[0]))
            .timeLimit(LIMIT)
            .shell("yes")
            .run();

    assertThat(result.exitCode()).as(result.toString()).isEqualTo(110);
    assertThat(result.messages())
        .isEqualTo("mpirun: the 4 s of --timeout are over; the job is ended\n");
  }

  /** A job whose remote shell says that it has begun, and hangs. */
  private MpirunJob hanging() {
    return MpirunJob.of(
            "--mca", "plm_rsh_agent", "sh -c 'touch " + folder + "/$0; exec sleep 1000'")
        .after(hosts.on(0));
  }

  private static void awaitFile(Path file) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!Files.exists(file)) {
      assertThat(System.nanoTime() - deadline).as(file + " in time").isNegative();
      LockSupport.parkNanos(10_000_000);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "HUP"})
  void shouldEndAtASignalWhileAgentsStart(String signal) {
    MpirunJob.Running job =
        hanging()
            .words("--host", "h1,h2")
            .timeLimit(Duration.ofSeconds(20))
            .shell("echo not reached")
            .start();
    awaitFile(folder.resolve("h1"));
    awaitFile(folder.resolve("h2"));

    hosts.signal(0, signal, hosts.process(0, ".Mpirun"));

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode())
        .as(result.toString())
        .isEqualTo(128 + java.util.Map.of("HUP", 1, "INT", 2, "TERM", 15).get(signal));
    assertThat(result.messages()).isEqualTo("mpirun: mpirun got SIG" + signal + "\n");
  }

  @Test
  void shouldCountTheTimeInWhichAgentsStart() {
    MpirunJob.Result result =
        hanging()
            .words("--timeout", "1", "--host", "h1,h2")
            .timeLimit(Duration.ofSeconds(20))
            .shell("echo not reached")
            .run();

    assertThat(result.exitCode()).as(result.toString()).isEqualTo(110);
    assertThat(result.messages()).isEqualTo("mpirun: the 1 s of --timeout are over\n");
  }

  @Test
  void shouldKillAtTheSecondSignal() {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--host", "h0,h1,h2")
            .timeLimit(Duration.ofSeconds(20))
            .shell("trap 'echo term' TERM; echo ready; while :; do sleep 1000; done")
            .start();
    job.awaitStdout("ready\nready\nready");
    long mpirun = hosts.process(0, ".Mpirun");

    hosts.signal(0, "INT", mpirun);
    job.awaitStderr("mpirun got SIGINT");
    hosts.signal(0, "INT", mpirun);

    assertThat(job.await().exitCode()).isEqualTo(130);
  }
}
