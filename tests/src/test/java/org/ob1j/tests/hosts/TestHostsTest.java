package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.HostCommand;
import org.ob1j.tests.harness.MarkedProcesses;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.TestHosts;

@Timeout(120)
@BesideOthers
class TestHostsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

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

  /** Whether a host answers another one's connection to its sshd. */
  private static boolean reaches(int host, String other) {
    String script = "exec 3<> /dev/tcp/" + other + "/22 && read -r -t 5 line <&3";
    return hosts.run(host, LIMIT, "timeout", "5", "bash", "-c", script).exitCode() == 0;
  }

  @Test
  void shouldHaveNamesAndAddressesOnTwoNetworks() {
    for (int host = 0; host < hosts.count(); host++) {
      assertThat(hosts.output(host, "hostname")).isEqualTo("h" + host + "\n");
      assertThat(hosts.output(host, "ip", "-o", "-4", "addr"))
          .contains("eth0    inet " + hosts.address(host, 0) + "/24")
          .contains("eth1    inet " + hosts.address(host, 1) + "/24");
    }
    assertThat(reaches(0, "h2")).isTrue();
    assertThat(reaches(2, hosts.address(1, 1))).isTrue();
  }

  @Test
  void shouldCutAndHealANetwork() {
    hosts.cut(1, 0);
    try {
      assertThat(reaches(0, "h1")).isFalse();
      assertThat(reaches(0, hosts.address(1, 1))).isTrue();
    } finally {
      hosts.heal(1, 0);
    }
    // The kernel takes a moment to ask for the address again.
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!reaches(0, "h1")) {
      assertThat(System.nanoTime()).as("the network is back").isLessThan(deadline);
    }
  }

  @Test
  void shouldLogInFromOneHostToAnotherWithoutAPassword() {
    List<String> words = new ArrayList<>(List.of("ssh"));
    words.addAll(hosts.sshArguments());
    words.addAll(List.of("h2", "hostname; echo error >&2; exit 3"));

    HostCommand.Result result = hosts.run(1, LIMIT, words.toArray(new String[0]));

    assertThat(result).isEqualTo(new HostCommand.Result(3, "h2\n", "error\n"));
  }

  @Test
  void shouldTellWhatIsLeftOnAHost() {
    String mark = "3217";
    HostCommand sleeping = hosts.start(1, "sh", "-c", "touch /dev/shm/file; exec sleep " + mark);
    try {
      assertThatThrownBy(() -> hosts.awaitNothingLeft(Duration.ofSeconds(1)))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("sleep " + mark)
          .hasMessageContaining("h1: /dev/shm/file");
      assertThat(hosts.left(0)).isEmpty();
    } finally {
      sleeping.kill();
    }
    hosts.output(1, "rm", "/dev/shm/file");
    hosts.awaitNothingLeft(LIMIT);
  }

  @Test
  void shouldEndWhatTakesTooLong() {
    assertThatThrownBy(() -> hosts.run(0, Duration.ofMillis(300), "sleep", "4711"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("has not ended in PT0.3S");
    hosts.awaitNothingLeft(LIMIT);
  }

  @Test
  void shouldBeOthersThanThoseStartedBesides() {
    try (TestHosts others = TestHosts.start(1, 1, "4")) {
      assertThat(others.output(0, "ip", "-o", "-4", "addr")).doesNotContain("eth1");
      HostCommand.Result result = others.run(0, LIMIT, "getent", "hosts", "h1");
      assertThat(result.exitCode()).isNotZero();
    }
    assertThat(reaches(0, "h1")).isTrue();
  }

  @Test
  void shouldEndWithTheJvmThatHasStartedThem() throws IOException, InterruptedException {
    MarkedProcesses processes = new MarkedProcesses();
    String[] entry = processes.entry().split("=");
    ProcessBuilder builder =
        new ProcessBuilder(
                MpirunJob.java(),
                "-Dob1j.root=" + Path.of(System.getProperty("ob1j.root")),
                "-cp",
                System.getProperty("java.class.path"),
                HostsOwner.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put(entry[0], entry[1]);
    Process owner = builder.start();
    BufferedReader output = owner.inputReader();
    assertThat(output.readLine()).isEqualTo(HostsOwner.STARTED + " 2");
    // The JVM, the script, the hub and its starter, and two of each for the hosts.
    assertThat(processes.find()).hasSizeGreaterThan(7);

    owner.destroyForcibly();

    assertThat(owner.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    processes.awaitNone(LIMIT);
  }
}
