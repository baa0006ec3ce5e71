package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MarkedProcesses;
import org.ob1j.tests.harness.MpirunJob;

@BesideOthers
class MpirunSignalTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int SIGUSR1 = 10;

  @Test
  void shouldPrintReportsOnSigusr1() {
    MpirunJob.Running job = MpirunJob.of("-n", "2").program(ControlRank.class, "report").start();
    job.awaitStdout("ready 0");
    job.awaitStdout("ready 1");

    job.signal("USR1");

    job.awaitStderr("mpirun: report of rank 0: rank 0 waits for Godot\n");
    job.awaitStderr("mpirun: report of rank 1: rank 1 waits for Godot\n");
    job.signal("TERM");
    assertThat(job.await().exitCode()).isEqualTo(143);
  }

  @Test
  void shouldTellOfASignalThatTheTerminalHasSentToRemoteShellsToo() {
    String shell = "sh -c 'kill -INT $PPID; exit 255' shell";

    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_agent", shell, "--host", "another").shell("true").run();

    assertThat(result.messages()).contains("mpirun got SIGINT").doesNotContain("another");
    assertThat(result.exitCode()).isEqualTo(130);
  }

  @Test
  void shouldNotBeEndedBySigusr1BeforeItCanReport() {
    // A shell cannot trap what it was made to ignore: ranks must not inherit that.
    MpirunJob.Running job =
        MpirunJob.of("-n", "1").shell("trap 'echo trapped' USR1; kill -USR1 $$; sleep 0").start();

    awaitTrue(() -> minds(job.pid(), SIGUSR1));
    job.signal("USR1");

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout()).isEqualTo("trapped\n");
  }

  @Test
  void shouldReportWhatEachRankWaitsForAndItsQueues() {
    MpirunJob.Running job = MpirunJob.of("-n", "3").program(WaitingRank.class).start();
    job.awaitStdout("rank 2 computes\n");
    job.awaitStdout("rank 0 waits\n");
    job.awaitStdout("rank 1 waits\n");

    job.signal("USR1");

    job.awaitStderr("report of rank 0: waits in MPI since");
    job.awaitStderr("receive of at most 8 bytes from rank 1, tag 5, POSTED, MPI_COMM_WORLD\n");
    job.awaitStderr("unexpected: 4 bytes from rank 1, tag 9");
    job.awaitStderr("report of rank 1: waits in MPI since");
    job.awaitStderr("receive of at most 8 bytes from any source, any tag, POSTED, halves\n");
    job.awaitStderr("report of rank 2: does not wait in MPI; its thread main is at\n");
    job.awaitStderr("WaitingRank.compute");
    job.signal("TERM");
    assertThat(job.await().exitCode()).isEqualTo(143);
  }

  @Test
  void shouldForwardSigusr2ToEveryRank() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2")
            .shell(
                "trap 'echo got it; exit 0' USR2; echo \"ready $_JAVA_SR_SIGNUM.\";"
                    + " while :; do sleep 0.1; done")
            .start();
    job.awaitStdout("ready .\nready .\n");

    job.signal("USR2");

    MpirunJob.Result result = job.await();
    assertThat(result.stdout().lines().filter("got it"::equals)).hasSize(2);
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldPassOnSigusr2OfAnAgentAndTakeNoHarmFromSigusr1() throws Exception {
    MpirunJob.Running job =
        MpirunJob.of("--mca", "plm_rsh_agent", "/bin/sh -c 'shift; exec \"$@\"' shell")
            .words("--host", "another:2", "-n", "2")
            .shell(
                "trap 'echo got it; exit 0' USR2; echo $PPID starts ready $OB1J_RANK;"
                    + " while :; do sleep 0.1; done")
            .start();
    job.awaitStdout("ready 0");
    String printed = job.awaitStdout("ready 1");
    String agent = printed.substring(0, printed.indexOf(' '));

    for (String signal : List.of("-USR1", "-USR2")) {
      assertThat(new ProcessBuilder("kill", signal, agent).start().waitFor()).isZero();
    }

    MpirunJob.Result result = job.await();
    assertThat(result.stdout().lines().filter("got it"::equals)).hasSize(2);
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldStopAndContinueTheWholeJob() {
    MarkedProcesses processes = new MarkedProcesses();
    // Not a loop of sleeps: a shell waits in the kernel, and never looks stopped, for a child that
    // was stopped between vfork and exec.
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .shell("trap 'kill $!; exit 0' USR2; sleep 1000 & echo ready; wait")
            .start();
    job.awaitStdout("ready\nready");

    job.signal("TSTP");
    awaitTrue(() -> isStopped(job.pid()));
    awaitTrue(() -> processes.find().stream().allMatch(MpirunSignalTest::isStopped));
    job.signal("CONT");
    awaitTrue(() -> processes.find().stream().noneMatch(MpirunSignalTest::isStopped));

    job.signal("USR2");
    assertThat(job.await().exitCode()).isZero();
  }

  @Test
  void shouldSurviveThatAllItsProcessesAreFrozenForLongerThanAHeartbeatMayFail() throws Exception {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "--mca", "ob1j_heartbeat_interval", "1")
            .program(ControlRank.class, "report")
            .start();
    job.awaitStdout("ready 0");
    job.awaitStdout("ready 1");
    ProcessHandle mpirun = ProcessHandle.of(job.pid()).orElseThrow();
    List<ProcessHandle> all = Stream.concat(Stream.of(mpirun), mpirun.descendants()).toList();

    signal("STOP", all);
    // The time itself is what is tested: more than three intervals.
    TimeUnit.SECONDS.sleep(5);
    signal("CONT", all);
    job.signal("USR1");

    job.awaitStderr("rank 0 waits for Godot");
    String stderr = job.awaitStderr("rank 1 waits for Godot");
    assertThat(stderr).doesNotContain("heartbeat", "is ended");
    job.signal("TERM");
    assertThat(job.awaitExitCode()).isEqualTo(143);
  }

  private static void signal(String name, List<ProcessHandle> processes) throws Exception {
    List<String> words = new ArrayList<>(List.of("kill", "-s", name));
    processes.forEach(process -> words.add(String.valueOf(process.pid())));
    assertThat(new ProcessBuilder(words).start().waitFor()).isZero();
  }

  @Test
  void shouldKillAtOnceOnASecondInterrupt() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "1")
            .shell("trap '' TERM; echo ready; while :; do sleep 1; done")
            .start();
    job.awaitStdout("ready");

    job.signal("INT");
    job.awaitStderr("mpirun got SIGINT");
    job.signal("INT");

    assertThat(job.await().exitCode()).isEqualTo(130);
  }

  /** Whether a process ignores or handles a signal; true if it has ended. */
  private static boolean minds(long pid, int signal) {
    try {
      String status = Files.readString(Path.of("/proc/" + pid + "/status"));
      long mask = 1L << (signal - 1);
      return status
          .lines()
          .filter(line -> line.startsWith("SigIgn:") || line.startsWith("SigCgt:"))
          .anyMatch(line -> (Long.parseUnsignedLong(line.split("\\s+")[1], 16) & mask) != 0);
    } catch (IOException ended) {
      return true;
    }
  }

  private static boolean isStopped(long pid) {
    try {
      String status = Files.readString(Path.of("/proc/" + pid + "/status"));
      return status.contains("State:\tT");
    } catch (IOException ended) {
      return false;
    }
  }

  private static void awaitTrue(BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited %s", LIMIT).isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
    }
  }
}
