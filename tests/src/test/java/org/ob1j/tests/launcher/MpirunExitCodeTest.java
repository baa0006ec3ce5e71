package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

class MpirunExitCodeTest {

  @Test
  void shouldExitWithZeroWhenEveryRankDoes() {
    MpirunJob.Result result = MpirunJob.of("-n", "3").shell("echo $OB1J_RANK").run();

    assertThat(result.exitCode()).isZero();
    assertThat(result.stdout().lines()).containsExactlyInAnyOrder("0", "1", "2");
    assertThat(result.stderr()).isEmpty();
  }

  @Test
  void shouldExitWithTheFirstFailingRanksCodeAndNameIt() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3").shell("[ $OB1J_RANK = 1 ] && exit 3; exec sleep 60").run();

    assertThat(result.exitCode()).isEqualTo(3);
    assertThat(result.stderr())
        .matches(
            "mpirun: rank 1 on \\S+ \\(process \\d+\\) ended with exit code 3;"
                + " the job is ended\n");
  }

  @ParameterizedTest
  @CsvSource({"KILL, 137", "SEGV, 139", "ABRT, 134"})
  void shouldExitAsShellsDoWhenASignalKillsARank(String signal, int exitCode) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .shell("[ $OB1J_RANK = 0 ] && kill -" + signal + " $$; exec sleep 60")
            .run();

    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.stderr()).contains("rank 0 on").contains("(SIG" + signal + ")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-program", "./no-such-program", "/no/such/program", ""})
  void shouldExitWith127WhenThereIsNoSuchProgram(String program) {
    MpirunJob.Result result = MpirunJob.of("-n", "2", program).run();

    assertThat(result.exitCode()).isEqualTo(127);
    assertThat(result.stderr()).startsWith("mpirun: there is no program '" + program + "'");
  }

  @Test
  void shouldReportAMissingClassInOneLine() {
    MpirunJob.Result result = MpirunJob.of("-n", "3", "java", "-cp", "/tmp", "NoSuchClass").run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr().lines())
        .singleElement()
        .asString()
        .startsWith("mpirun: there is no class 'NoSuchClass' in the class path /tmp");
  }

  @Test
  void shouldExitWith126WhenTheProgramIsNotExecutable(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("data"), "not a program");

    MpirunJob.Result result = MpirunJob.of("-n", "1", file.toString()).run();

    assertThat(result.exitCode()).isEqualTo(126);
    assertThat(result.stderr()).contains("is not executable");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ulimit -n 64; exec \"$1\" -n 24 true | only 64 files may be open at a time (ulimit -n), and",
        "ulimit -n 8; exec \"$1\" -n 1 true | only 8 files may be open at a time (ulimit -n)",
        "exec \"$1\" --output-filename /proc/x -n 1 true | takes no folder /proc/x/1/rank.0",
        "mkfifo f; exec \"$1\" --app f | 'f' cannot be read: it is a device or a pipe",
      })
  void shouldSayWhatKeepsAJobFromStarting(String script, String reason, @TempDir Path folder) {
    MpirunJob.Result result =
        MpirunJob.of().after("sh", "-c", script, "sh").directory(folder).run();

    assertThat(result.exitCode()).isIn(1, 2);
    assertThat(result.stderr()).contains("mpirun: ").contains(reason).doesNotContain("Exception");
  }

  @ParameterizedTest
  @CsvSource({
    "-wdir / -n 1 pwd, 0, /",
    "-wdir / -n 1 pwd : -wdir /proc -n 1 pwd, 0, /proc",
    "--version, 0, ob1j",
    "-n 1 pwd, 1, the working folder is not there any more",
    "-wdir / -n 1 pwd : -n 1 pwd, 1, the working folder is not there any more",
    "-wdir .. -n 1 pwd, 1, the working folder is not there any more",
    "--host nowhere.invalid -n 1 pwd, 1, the working folder is not there any more",
    "-wdir / --hostfile ../hosts -n 1 pwd, 2, there is no such file",
    "-wdir / --output-filename out -n 1 pwd, 1, takes no folder",
    "-wdir / ../program, 127, there is no program",
  })
  void shouldNeedAnotherFolderInPlaceOfOneThatWasDeleted(
      String words, int exitCode, String said, @TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("hosts"), "localhost");
    MpirunJob.Result result =
        MpirunJob.of(words.split(" "))
            .after("sh", "-c", "mkdir gone; cd gone; rmdir ../gone; exec \"$@\"", "sh")
            .directory(folder)
            .run();

    assertThat(result.exitCode()).isEqualTo(exitCode);
    assertThat(result.stdout() + result.stderr()).contains(said).doesNotContain("Exception");
    assertThat(folder).isDirectoryNotContaining("glob:**gone*");
  }

  @Test
  void shouldSayThatTheLoopbackInterfaceIsDown() throws Exception {
    assumeTrue(new ProcessBuilder("unshare", "-rn", "true").start().waitFor() == 0);

    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .program(ControlRank.class, "exchange")
            .after("unshare", "-rn")
            .run();

    assertThat(result.exitCode()).isNotZero();
    assertThat(result.stderr()).contains("the loopback interface is down (ip link set lo up)");
  }

  @Test
  void shouldStartProgramsWherePathHasNoneOfTheSystems(@TempDir Path folder) throws Exception {
    Files.createSymbolicLink(folder.resolve("bash"), Path.of("/bin/bash"));

    MpirunJob.Result result =
        MpirunJob.of("-n", "1", "bash", "-c", "echo started").after("env", "PATH=" + folder).run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).isEqualTo("started\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--app /proc/kmsg", "-am /proc/kmsg true", "--hostfile /proc/kmsg true"})
  void shouldRefuseAFileThatKeepsItsReaderWaiting(String words) {
    // Root alone may read it, and not in every container.
    assumeTrue(canBeOpened(Path.of("/proc/kmsg")));

    MpirunJob.Result result =
        MpirunJob.of(words.split(" ")).timeLimit(Duration.ofSeconds(20)).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stderr())
        .startsWith("mpirun: ")
        .contains("/proc/kmsg", "it had no end within");
  }

  private static boolean canBeOpened(Path file) {
    try (InputStream opened = Files.newInputStream(file)) {
      return opened != null;
    } catch (IOException denied) {
      return false;
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n x true                | -n is 'x'; it must be a whole number",
        "-n 0 true                | -n is 0; it must be at least 1",
        "-n \u0663 true           | -n is '\u0663'; it must be a whole number",
        "--mca ob1j_heartbeat_interval \u0663 true | is '\u0663'; it must be a whole number",
        "--default-hostfile f true | names the file 'f', which cannot be used: there is no such file",
        "--app /dev/zero          | it is a device or a pipe, which may have no end",
        "--tune /dev/zero true    | it is a device or a pipe, which may have no end",
        "-am /dev/zero true       | it is a device or a pipe, which may have no end",
        "--tune / true            | it is a folder",
        "-am / true               | it is a folder",
        "-am /bin/sh true         | it is not text in UTF-8",
        "-n                       | -n needs a value: -n N",
        "--no-such-option true    | Unknown option",
        "-n 1                     | no program is given",
        "--timeout 0 true         | --timeout is 0",
        "--bind-to moon true      | --bind-to is 'moon'; it must be none, hwthread, core",
        "--host -a true           | --host has '-a'; a host is NAME, NAME:SLOTS",
        "--host localhost -n 2 true | There are not enough slots: 2 ranks of true need as many",
        "--hostfile f true        | names the file 'f', which cannot be used: there is no such file",
        "-wdir /no/such true      | -wdir /no/such is no folder",
        "-x =3 true               | it must be NAME or NAME=VALUE",
        "-n 100000 --bind-to core true | 100000 ranks need 100000 cores",
      })
  void shouldExitWith2OnWrongUsage(String words, String message) {
    MpirunJob.Result result = MpirunJob.of(words.trim().split(" ")).run();

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.stderr()).startsWith("mpirun: ").contains(message);
  }

  @Test
  void shouldExitWith110WhenTheTimeIsOver() {
    MpirunJob.Result result = MpirunJob.of("-n", "2", "--timeout", "1", "sleep", "60").run();

    assertThat(result.exitCode()).isEqualTo(110);
    assertThat(result.stderr())
        .isEqualTo("mpirun: the 1 s of --timeout are over; the job is ended\n");
  }

  @Test
  void shouldExitWithTheCodeThatARankAbortsWith() {
    MpirunJob.Result result = MpirunJob.of("-n", "3").program(ControlRank.class, "abort").run();

    assertThat(result.exitCode()).isEqualTo(42);
    assertThat(result.stderr())
        .contains("rank 1 on")
        .contains("aborted with code 42: the answer was found");
  }

  @Test
  void shouldNameTheRankThatWasKilledAndNotTheOneThatNoticed() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .program(ControlRank.class, "rank-1-aborts-as-rank-0-is-killed")
            .run();

    assertThat(result.exitCode()).isEqualTo(137);
    assertThat(result.stderr()).contains("rank 0 on").contains("exit code 137 (SIGKILL)");
  }

  @Test
  void shouldFailWhenARankEndsWithoutFinalize() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2").program(ControlRank.class, "leave-without-finalize").run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr()).contains("ended with exit code 0, but without MPI.Finalize");
  }

  @Test
  void shouldExitWithTheCodeOfARankThatOthersWaitFor() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3").program(ControlRank.class, "rank-1-dies-in-fence").run();

    assertThat(result.exitCode()).isEqualTo(17);
    assertThat(result.stderr()).contains("rank 1 on").contains("exit code 17");
  }

  @Test
  void shouldFailWhenRanksWaitForOneThatHasLeft() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2").program(ControlRank.class, "rank-1-leaves-others-wait").run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr()).contains("rank 0 waits in a barrier for rank 1");
  }

  @Test
  void shouldReportTheExceptionOfAFailingRankBeforeTheFailure() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1").program(ControlRank.class, "no-such-mode").run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr())
        .containsSubsequence("IllegalArgumentException: no-such-mode", "mpirun: rank 0 on");
  }
}
