package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

/** A {@code java} that hangs before it runs the agent does not stay when mpirun has ended. */
@BesideOthers
class HangingStartTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final long PAUSE_NANOS = 20_000_000;
  private static final String GUARD = "ob1j-guard";

  private static TestHosts hosts;

  /** Host 1 has one that hangs in place of its java; host 2 has its own. */
  @BeforeAll
  static void startHosts(@TempDir Path folder) throws IOException {
    hosts = TestHosts.start(3);
    Path hangs = folder.resolve("java-that-hangs");
    Files.writeString(hangs, "#!/bin/sh\ntrap '' HUP INT TERM\nsleep 1000\n");
    Files.setPosixFilePermissions(hangs, PosixFilePermissions.fromString("rwxr-xr-x"));
    hosts.output(1, "mount", "--bind", hangs.toString(), MpirunJob.java());
  }

  @AfterAll
  static void endHosts() {
    if (hosts != null) {
      hosts.close();
    }
  }

  private static boolean runs(int host, String text) {
    return hosts.left(host).stream().anyMatch(line -> line.contains(text));
  }

  private static void await(int host, String text, boolean there) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (runs(host, text) != there) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError(text + ": h" + host + " has " + hosts.left(host));
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "INT"})
  void shouldEndWhenMpirunDoes(String signal) {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--host", "h1").timeLimit(LIMIT).shell("echo not reached").start();
    await(1, "sleep 1000", true);

    hosts.signal(0, signal, hosts.process(0, ".Mpirun"));

    job.awaitExitCode();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @Test
  void shouldEndWhenMpirunHasWaitedLongEnough() {
    MpirunJob.Result result =
        HostJobs.of(hosts, "--mca", "plm_startup_timeout", "2", "--host", "h1")
            .timeLimit(LIMIT)
            .shell("echo not reached")
            .run();

    assertThat(result.exitCode()).as(result.toString()).isEqualTo(1);
    assertThat(result.messages())
        .contains("mpirun: host h1: no agent of ob1j has come from there in 2 s");
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  /**
   * Mpirun ends while its host does not see it: sshd there goes on, and so does what it started.
   */
  @Test
  void shouldEndInTimeWhereTheWayIsLost() {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--mca", "plm_startup_timeout", "4", "--host", "h1")
            .timeLimit(LIMIT)
            .shell("echo not reached")
            .start();
    await(1, "sleep 1000", true);

    hosts.cut(1, 0);
    hosts.cut(1, 1);

    try {
      assertThat(job.awaitExitCode()).isEqualTo(1);
      await(1, "sleep 1000", false);
      await(1, GUARD, false);
    } finally {
      hosts.heal(1, 0);
      hosts.heal(1, 1);
    }
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }

  @Test
  void shouldBeWatchedOnlyUntilTheAgentRuns() {
    MpirunJob.Running job =
        HostJobs.of(hosts, "--mca", "plm_startup_timeout", "600", "--host", "h0,h2")
            .timeLimit(LIMIT)
            .shell("echo ready; exec sleep 1000")
            .start();
    job.awaitStdout("ready\nready");

    await(2, GUARD, false);

    assertThat(runs(2, ".AgentMain")).isTrue();
    job.signal("INT");
    job.awaitExitCode();
    hosts.awaitNothingLeft(HostJobs.CLEAN);
  }
}
