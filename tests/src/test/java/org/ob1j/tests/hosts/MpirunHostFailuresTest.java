package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** What fails on another host is named, ends the job in time, and leaves nothing. */
@BesideOthers
class MpirunHostFailuresTest {
  private static final String SLEEP = "echo ready; exec sleep 1000";
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String NO_KEY =
      "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -i /dev/null";

  /** Loaded before the C library, it makes the time of day an hour late; no other clock. */
  private static final String CLOCK_AN_HOUR_OFF =
      """
      #define _GNU_SOURCE
      #include <sys/syscall.h>
      #include <sys/time.h>
      #include <time.h>
      #include <unistd.h>

      int clock_gettime(clockid_t clock, struct timespec *now) {
        int result = syscall(SYS_clock_gettime, clock, now);
        now->tv_sec -= clock == CLOCK_REALTIME ? 3600 : 0;
        return result;
      }

      int gettimeofday(struct timeval *restrict now, void *restrict zone) {
        int result = syscall(SYS_gettimeofday, now, zone);
        now->tv_sec -= 3600;
        return result;
      }

      time_t time(time_t *to) {
        struct timeval now;
        gettimeofday(&now, NULL);
        if (to != NULL) {
          *to = now.tv_sec;
        }
        return now.tv_sec;
      }
      """;

  private static TestHosts hosts;

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

  private MpirunJob job(String... words) {
    return HostJobs.of(hosts, words).timeLimit(LIMIT);
  }

  private MpirunJob.Running sleeping() {
    MpirunJob.Running job = job("--host", "h0,h1,h2").shell(SLEEP).start();
    job.awaitStdout("ready\nready\nready");
    return job;
  }

  private void fails(MpirunJob.Result result, int exitCode, String... messages) {
    assertThat(result.exitCode()).as(result.toString()).isEqualTo(exitCode);
    assertThat(result.messages()).contains(messages);
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  private static Path script(Path folder, String text) throws IOException {
    Path script = Files.writeString(folder.resolve("script"), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    return script;
  }

  /** A job that does not start, with these arguments of ssh instead of those of the test hosts. */
  private MpirunJob withSshArguments(String arguments, String names) {
    return MpirunJob.of("--mca", "plm_rsh_args", arguments, "--host", names)
        .after(hosts.on(0))
        .timeLimit(LIMIT)
        .shell("echo not reached");
  }

  @Test
  void shouldNameAHostThatIsNotKnown() {
    fails(
        job("--host", "h1,nosuchhost").shell("echo not reached").run(),
        1,
        "mpirun: host nosuchhost: ssh ended with exit code 255",
        "ould not resolve");
  }

  @Test
  void shouldNameAHostThatRefusesTheKey() {
    fails(
        withSshArguments(NO_KEY, "h0,h1").run(),
        1,
        "mpirun: host h1: ssh ended with exit code 255",
        "Permission denied");
  }

  @Test
  void shouldNameAHostWhoseKeyIsNotKnown() {
    fails(
        job("--mca", "plm_rsh_args", "-o UserKnownHostsFile=/dev/null", "--host", "h1")
            .shell("echo not reached")
            .run(),
        1,
        "mpirun: host h1: ssh ended with exit code 255",
        "Host key verification failed");
  }

  @Test
  void shouldNameAHostWhoseKeyHasChanged(@TempDir Path folder) throws IOException {
    Path other = folder.resolve("other");
    hosts.output(0, "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", other.toString());
    String key = Files.readString(folder.resolve("other.pub"));
    Path known = Files.writeString(folder.resolve("known"), "h1 " + key);

    fails(
        job("--mca", "plm_rsh_args", "-o UserKnownHostsFile=" + known, "--host", "h1")
            .shell("echo not reached")
            .run(),
        1,
        "mpirun: host h1: ssh ended with exit code 255",
        "REMOTE HOST IDENTIFICATION HAS CHANGED");
  }

  /** A prompt would wait for ever: nobody may be there to see it. */
  @Test
  void shouldNotAskForAPassword(@TempDir Path folder) throws IOException {
    Path ask = script(folder, "sleep 1000");
    fails(
        withSshArguments(NO_KEY + " -o PreferredAuthentications=password", "h1")
            .environment("SSH_ASKPASS", ask.toString())
            .environment("SSH_ASKPASS_REQUIRE", "force")
            .run(),
        1,
        "mpirun: host h1: ssh ended with exit code 255",
        "Permission denied");
  }

  @Test
  void shouldRunWhereAHostsClockIsAnHourOff(@TempDir Path folder) throws IOException {
    Path source = Files.writeString(folder.resolve("clock.c"), CLOCK_AN_HOUR_OFF);
    Path library = folder.resolve("clock.so");
    hosts.output(0, "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString());
    String ssh = "ssh " + String.join(" ", hosts.sshArguments());
    Path shell =
        script(folder, "host=$1; shift; exec " + ssh + " $host LD_PRELOAD=" + library + " \"$@\"");

    MpirunJob.Result result =
        MpirunJob.of("--mca", "plm_rsh_agent", shell.toString(), "--host", "h0:2,h1:2", "-n", "4")
            .after(hosts.on(0))
            .timeLimit(LIMIT)
            .program(ClocksRank.class)
            .run();

    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.stdout()).isEqualTo("the clocks differ by 60 minutes\n");
    assertThat(result.messages()).isEmpty();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @Test
  void shouldEndInTimeWhenARemoteShellHangs() {
    fails(
        job(
                "--mca",
                "plm_rsh_agent",
                "sh -c 'exec sleep 1000'",
                "--mca",
                "plm_startup_timeout",
                "2",
                "--host",
                "h1,h2")
            .shell("echo not reached")
            .run(),
        1,
        "mpirun: host h1, h2: no agent of ob1j has come from there in 2 s");
  }

  @Test
  void shouldNameTheHostOnWhichThereIsNoProgram() {
    fails(
        job("--host", "h1").words("no-such-program").run(),
        127,
        "mpirun: host h1: ",
        "no-such-program");
  }

  /** Mpirun's own, which is looked at first, or another. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"h1 | h1", "h0,h1 | h0"})
  void shouldNameTheHostOnWhichThereIsNoFolder(String among, String named) {
    fails(
        job("--host", among, "-wdir", "/dev/shm/nothing").shell("echo not reached").run(),
        2,
        "mpirun: host " + named + ": -wdir /dev/shm/nothing is no folder");
  }

  @Test
  void shouldRefuseMoreRanksThanSlots() {
    fails(job("--host", "h1,h2", "-n", "3").shell("echo not reached").run(), 2, "slots");
  }

  @Test
  void shouldLeaveNothingWhenMpirunIsKilled() {
    MpirunJob.Running job = sleeping();

    hosts.signal(0, "KILL", hosts.process(0, ".Mpirun"));

    job.awaitExitCode();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  /** It sees neither that its connections have ended nor that it should end. */
  @ParameterizedTest
  @ValueSource(strings = {"KILL", "INT"})
  void shouldLeaveNothingWhereAnAgentIsStoppedWhenMpirunEnds(String signal) {
    MpirunJob.Running job = sleeping();

    hosts.signal(1, "STOP", hosts.process(1, ".AgentMain"));
    hosts.signal(0, signal, hosts.process(0, ".Mpirun"));

    job.awaitExitCode();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  /** Below it is one that so does not hear of the end. */
  @Test
  void shouldNameOnlyTheAgentThatIsStoppedWhenMpirunEnds() {
    MpirunJob.Running job =
        job("--host", "h0,h1,h2", "--mca", "routed_radix", "1").shell(SLEEP).start();
    job.awaitStdout("ready\nready\nready");

    hosts.signal(1, "STOP", hosts.process(1, ".AgentMain"));
    hosts.signal(0, "TERM", hosts.process(0, ".Mpirun"));

    MpirunJob.Result result = job.await();
    fails(result, 143, "the agent on h1 does not end");
    assertThat(result.messages()).doesNotContain("the agent on h2");
  }

  /** More than connections hold: mpirun is sending it, or packs it. */
  private MpirunJob.Running sendingMuch(Path folder) throws IOException {
    byte[] much = new byte[64 << 20];
    new Random(43).nextBytes(much);
    Files.write(folder.resolve("much"), much);
    MpirunJob.Running job =
        job("-v", "--host", "h1,h2", "--preload-binary")
            .words(MpirunJob.java(), "-cp", folder + ":" + MpirunJob.examples(), "Hello")
            .start();
    job.awaitStderr("host h1 has an agent");
    job.awaitStderr("host h2 has an agent");
    return job;
  }

  @Test
  void shouldEndWhileAStoppedAgentTakesNoFiles(@TempDir Path folder) throws IOException {
    MpirunJob.Running job = sendingMuch(folder);

    hosts.signal(1, "STOP", hosts.process(1, ".AgentMain"));
    LockSupport.parkNanos(Duration.ofSeconds(6).toNanos());
    hosts.signal(0, "TERM", hosts.process(0, ".Mpirun"));

    fails(job.await(), 143, "mpirun got SIGTERM");
  }

  @Test
  void shouldNameAHostWhoseAgentIsKilledWhileFilesArePacked(@TempDir Path folder)
      throws IOException {
    MpirunJob.Running job = sendingMuch(folder);

    hosts.signal(1, "KILL", hosts.process(1, ".AgentMain"));

    fails(job.await(), 1, "mpirun: host h1: its agent has ended");
  }

  @Test
  void shouldNameAHostWhoseAgentIsKilled() {
    MpirunJob.Running job = sleeping();

    hosts.signal(1, "KILL", hosts.process(1, ".AgentMain"));

    fails(job.await(), 1, "host h1 is lost: its agent", "; the job is ended");
  }

  @Test
  void shouldNameAHostThatDies() {
    MpirunJob.Running job = sleeping();

    // Nothing answers any more, as when the power goes: neither its processes nor its kernel.
    hosts.cut(2, 0);
    hosts.cut(2, 1);

    MpirunJob.Result result = job.await();
    // So that the daemon there notices, too, that its client is gone.
    hosts.heal(2, 0);
    hosts.heal(2, 1);
    fails(
        result,
        1,
        "host h2 is lost: it has not answered 3 questions, one every 1 s",
        " at " + hosts.address(2, 0));
  }

  /** A job of two hosts that ends well once there is a file. */
  private MpirunJob.Running runningUntil(Path goOn) {
    MpirunJob.Running job =
        job("--host", "h0,h1")
            .shell("echo ready; while [ ! -e " + goOn + " ]; do sleep 0.05; done; echo done")
            .start();
    job.awaitStdout("ready\nready");
    return job;
  }

  @Test
  void shouldLeaveNothingOfAWatchdogThatWasKilled(@TempDir Path folder) throws IOException {
    Path goOn = folder.resolve("go-on");
    MpirunJob.Running job = runningUntil(goOn);

    // The older of the two: the other is its child, which watches the agent's lifeline.
    hosts.run(1, LIMIT, "sh", "-c", "kill -s KILL $(pgrep -o -f ob1j-watchdog)");
    Files.createFile(goOn);

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.stdout()).contains("done\ndone");
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @Test
  void shouldSurviveTheLossOfANetworkThatSshDoesNotUse(@TempDir Path folder) throws IOException {
    Path goOn = folder.resolve("go-on");
    MpirunJob.Running job = runningUntil(goOn);

    hosts.cut(1, 1);
    // Longer than it takes to find that a host is gone.
    hosts.run(0, LIMIT, "sleep", "6");
    Files.createFile(goOn);

    MpirunJob.Result result = job.await();
    hosts.heal(1, 1);
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.stdout()).contains("done\ndone");
  }

  @Test
  void shouldSurviveThatAllNetworksAreAwayForAMoment(@TempDir Path folder) throws IOException {
    Path goOn = folder.resolve("go-on");
    MpirunJob.Running job = runningUntil(goOn);

    hosts.away(1, 2, 2);
    // Longer than it takes to find that a host is gone.
    hosts.run(0, LIMIT, "sleep", "4");
    Files.createFile(goOn);

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.stdout()).contains("done\ndone");
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @ParameterizedTest
  @ValueSource(strings = {".Mpirun", ".AgentMain"})
  void shouldWaitForWhoIsStopped(String who, @TempDir Path folder) throws IOException {
    int host = who.equals(".Mpirun") ? 0 : 1;
    Path goOn = folder.resolve("go-on");
    MpirunJob.Running job =
        job("--host", "h0,h1")
            .shell("echo ready; until [ -e '" + goOn + "' ]; do sleep 0.1; done; echo done")
            .start();
    job.awaitStdout("ready\nready");
    long process = hosts.process(host, who);

    hosts.signal(host, "STOP", process);
    hosts.run(0, LIMIT, "sleep", "6");
    hosts.signal(host, "CONT", process);
    // What brings mpirun onto its host stops when it does.
    job.signalDescendants("CONT");
    job.signal("CONT");
    Files.createFile(goOn);

    MpirunJob.Result result = job.await();
    assertThat(result.exitCode()).as(result.toString()).isZero();
    assertThat(result.stdout()).contains("done\ndone");
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }
}
