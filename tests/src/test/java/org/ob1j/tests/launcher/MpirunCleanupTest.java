package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MarkedProcesses;
import org.ob1j.tests.harness.MpirunJob;

class MpirunCleanupTest {
  /** What may outlive mpirun, by its documentation. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** A rank with a background child in its own session, and a grandchild with another. */
  private static final String FAMILY =
      "setsid sh -c 'setsid sleep 70 & sleep 71 & exec sleep 72' & sleep 73 & ";

  private static final Duration START_LIMIT = Duration.ofSeconds(20);

  @TempDir private Path folder;

  private final MarkedProcesses processes = new MarkedProcesses();

  private MpirunJob.Running startFamilies() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry()).shell(FAMILY + "exec sleep 74").start();
    processes.await(START_LIMIT, found -> found.size() >= 10);
    return job;
  }

  @ParameterizedTest
  @CsvSource({"TERM, 143", "INT, 130", "HUP, 129", "KILL, 137"})
  void shouldLeaveNoProcessHoweverMpirunEnds(String signal, int exitCode) {
    MpirunJob.Running job = startFamilies();

    job.signal(signal);

    assertThat(job.awaitExitCode()).isEqualTo(exitCode);
    processes.awaitNone(GRACE);
  }

  @Test
  void shouldLeaveNoProcessWhenMpirunsProcessGroupIsKilled() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .inItsOwnProcessGroup()
            .shell(FAMILY + "exec sleep 74")
            .start();
    processes.await(START_LIMIT, found -> found.size() >= 10);

    job.signalGroup("KILL");

    job.awaitExitCode();
    processes.awaitNone(GRACE);
  }

  @ParameterizedTest
  @CsvSource({"exit 0, 0", "exit 5, 5", "kill -9 $$, 137"})
  void shouldEndWhatRanksLeaveBehind(String end, int exitCode) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .shell(FAMILY + "sleep 0.2; " + end)
            .timeLimit(Duration.ofSeconds(30))
            .run();

    assertThat(result.exitCode()).isEqualTo(exitCode);
    processes.awaitNone(GRACE);
  }

  @Test
  void shouldKillRanksThatIgnoreSigterm() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .shell("trap '' TERM; echo ready; while :; do sleep 1; done")
            .start();
    job.awaitStdout("ready\nready");

    job.signal("TERM");

    assertThat(job.await().exitCode()).isEqualTo(143);
    processes.awaitNone(GRACE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void shouldReplaceItsWatchdogAtOnceAndLeaveNoProcess(String signal) {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-v", "-x", processes.entry())
            .shell(FAMILY + "exec sleep 74")
            .start();
    processes.await(START_LIMIT, found -> found.size() >= 10);
    // A rank may be there before mpirun has told the watchdog of it.
    job.awaitStderr("rank 1 is process");
    ProcessHandle mpirun = ProcessHandle.of(job.pid()).orElseThrow();
    ProcessHandle watchdog = mpirun.children().filter(this::isWatchdog).findFirst().orElseThrow();
    watchdog.destroyForcibly();
    job.awaitStderr("watchdog was killed; another has taken its place");

    job.signal(signal);

    assertThat(job.awaitExitCode()).isEqualTo("TERM".equals(signal) ? 143 : 137);
    processes.awaitNone(GRACE);
  }

  @Test
  void shouldEndAndLeaveNoProcessAlthoughItsWatchdogIsStopped() throws IOException {
    Path over = folder.resolve("over");
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-v", "-x", processes.entry())
            .shell(FAMILY + "echo ready; until [ -e " + over + " ]; do sleep 0.1; done")
            .start();
    job.awaitStdout("ready\nready");
    ProcessHandle mpirun = ProcessHandle.of(job.pid()).orElseThrow();
    ProcessHandle watchdog = mpirun.children().filter(this::isWatchdog).findFirst().orElseThrow();
    MpirunJob.Running.signal("STOP", watchdog.pid());

    Files.createFile(over);

    assertThat(job.awaitExitCode()).isZero();
    assertThat(job.await().stderr()).contains("another has taken its place");
    processes.awaitNone(GRACE);
  }

  /** It is started while the command line is read. */
  @ParameterizedTest
  @ValueSource(strings = {"--no-such-option", "--help", "-V", "--info"})
  void shouldLeaveNoWatchdogWhereThereIsNoJob(String option) {
    MpirunJob.Running job = MpirunJob.of(option).start();
    String mpirun = String.valueOf(job.pid());

    job.awaitExitCode();

    long deadline = System.nanoTime() + GRACE.toNanos();
    while (ProcessHandle.allProcesses().anyMatch(p -> isWatchdogOf(mpirun, p))) {
      assertThat(System.nanoTime()).as("the watchdog is still there").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldLetRanksEndInGoodOrderOnSigterm() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2")
            .shell("trap 'echo cleaned up; exit 0' TERM; echo ready; while :; do sleep 0.1; done")
            .start();
    job.awaitStdout("ready\nready");

    job.signal("TERM");

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).isEqualTo(143);
    assertThat(result.stdout().lines().filter("cleaned up"::equals)).hasSize(2);
    assertThat(result.stderr()).startsWith("mpirun: mpirun got SIGTERM; the job is ended\n");
  }

  @Test
  void shouldEndStoppedRanks() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .shell("echo ready; kill -STOP $$; exit 0")
            .start();
    job.awaitStdout("ready\nready");

    job.signal("INT");

    assertThat(job.await().exitCode()).isEqualTo(130);
    processes.awaitNone(GRACE);
  }

  @ParameterizedTest
  @CsvSource({"TERM, /dev/shm", "KILL, /dev/shm", "TERM, /tmp", "KILL, /tmp"})
  void shouldRemoveTheJobsFiles(String signal, String directory) throws IOException {
    String make = "f=" + directory + "/ob1j-$OB1J_JOB_ID-os-1.so; echo x > $f";
    MpirunJob.Running job =
        MpirunJob.of("-n", "1", "-x", processes.entry())
            .shell(make + "; echo \"file $f:\"; exec sleep 60")
            .start();
    String printed = job.awaitStdout(":\n");
    Path file = Path.of(printed.substring("file ".length(), printed.length() - ":\n".length()));
    assertThat(file).exists();

    job.signal(signal);

    job.awaitExitCode();
    processes.awaitNone(GRACE);
    awaitGone(file);
  }

  @ParameterizedTest
  @CsvSource({
    "TERM, option",
    "KILL, option",
    "KILL, environment",
    "KILL, file",
    "KILL, temporary folder"
  })
  void shouldRemoveTheJobsFilesFromAnotherBackingDirectory(String signal, String given)
      throws IOException {
    Path directory = Files.createDirectory(folder.resolve("of ranks"));
    Path other = Files.createFile(directory.resolve("ob1j-of-another-job"));
    Path parameters =
        Files.writeString(
            folder.resolve("parameters"), "btl_sm_backing_directory = " + directory + "\n");
    MpirunJob job = MpirunJob.of("-n", "1", "-x", processes.entry());
    switch (given) {
      case "option" -> job.words("--mca", "btl_sm_backing_directory", directory.toString());
      case "file" -> job.words("-am", parameters.toString());
      case "environment" ->
          job.environment("OMPI_MCA_btl_sm_backing_directory", directory.toString());
      default -> assertThat(given).isEqualTo("temporary folder");
    }
    String make = "echo x > \"" + directory + "/ob1j-$OB1J_JOB_ID-0\"";
    job.shell(make + "; echo made; exec sleep 60");
    if (given.equals("temporary folder")) {
      job.words("-Djava.io.tmpdir=" + directory);
    }
    MpirunJob.Running running = job.start();
    running.awaitStdout("made");
    assertThat(directory).isDirectoryContaining("glob:**/ob1j-*-0");

    running.signal(signal);

    running.awaitExitCode();
    processes.awaitNone(GRACE);
    try (Stream<Path> files = Files.list(directory)) {
      files.filter(file -> !file.equals(other)).forEach(MpirunCleanupTest::awaitGone);
    }
    assertThat(other).exists();
  }

  @Test
  void shouldHaltJavaRanksWhenMpirunIsKilled() {
    MpirunJob.Running job =
        MpirunJob.of("-n", "2", "-x", processes.entry())
            .program(ControlRank.class, "report")
            .start();
    job.awaitStdout("ready 0");
    job.awaitStdout("ready 1");

    job.signal("KILL");

    job.awaitExitCode();
    processes.awaitNone(GRACE);
  }

  private boolean isWatchdog(ProcessHandle process) {
    return commandLine(process).contains("ob1j-watchdog");
  }

  private static boolean isWatchdogOf(String mpirun, ProcessHandle process) {
    String words = commandLine(process);
    return words.contains("ob1j-watchdog") && words.endsWith("\0" + mpirun + "\0");
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException ended) {
      return "";
    }
  }

  private static void awaitGone(Path file) {
    long deadline = System.nanoTime() + GRACE.toNanos();
    while (Files.exists(file)) {
      assertThat(System.nanoTime()).as("%s is still there", file).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
