package org.ob1j.tests.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.harness.BesideOthers;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;
import org.ob1j.tests.harness.TestHosts;

/**
 * Kills one of those that run a job over three hosts, at any moment of its start, run and end: the
 * job ends in time, with a message, and leaves nothing. Seeded ({@code ob1j.kills.seed}); with
 * {@code -Dob1j.soak.seconds=N} it goes on for a third of that with a fresh seed.
 */
@BesideOthers
class KillsOnHostsTest {
  private static final double SOAK_SECONDS =
      Double.parseDouble(System.getProperty("ob1j.soak.seconds", "0")) / 3;
  private static final double SECONDS = SOAK_SECONDS == 0 ? 20 : SOAK_SECONDS;
  private static final long SEED =
      Long.getLong(
          "ob1j.kills.seed", SOAK_SECONDS == 0 ? 43 : ThreadLocalRandom.current().nextInt(1 << 30));

  /** A job ends so soon after one of those that run it. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final int KILLED = 137;

  /** Who may be killed. */
  private enum Victim {
    MPIRUN(0, ".launcher.Mpirun"),
    SSH(0, "ssh -F"),
    WATCHDOG(0, "ob1j-watchdog"),
    AGENT_1(1, ".AgentMain"),
    AGENT_2(2, ".AgentMain"),
    WATCHDOG_1(1, "ob1j-watchdog"),
    SHELL_2(2, "/bin/sh -s"),
    RANK_1(1, "RankProgram");

    private final int host;
    private final String text;

    Victim(int host, String text) {
      this.host = host;
      this.text = text;
    }
  }

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

  private static MpirunJob job(int radix, boolean java) {
    MpirunJob job =
        HostJobs.of(hosts, "--host", "h0,h1,h2", "--mca", "routed_radix", String.valueOf(radix))
            .timeLimit(Duration.ofSeconds(40));
    return java
        ? job.words(MpirunJob.java(), "-Xmx64m", "-XX:TieredStopAtLevel=1")
            .words("-cp", MpirunJob.testClasses(), RankProgram.class.getName(), "ring")
        : job.shell("sleep 0.5; : RankProgram");
  }

  @Test
  void shouldEndInTimeWhoeverIsKilledWhenever() {
    Random random = new Random(SEED);
    System.out.println("kills on hosts: seed " + SEED);
    long[] lengths = {length(false), length(true)};
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    int kills = 0;
    int rounds = 0;
    while (System.nanoTime() - end < 0) {
      boolean java = rounds % 3 == 2;
      Victim victim = Victim.values()[random.nextInt(Victim.values().length)];
      int radix = random.nextBoolean() ? 1 : 32;
      long afterNanos = (long) (random.nextDouble() * lengths[java ? 1 : 0]);
      String what =
          "seed %d, round %d: %s killed after %.3f s, radix %d, %s"
              .formatted(SEED, rounds, victim, afterNanos / 1e9, radix, java ? "java" : "sh");
      kills += round(job(radix, java), victim, afterNanos, what) ? 1 : 0;
      rounds++;
    }
    System.out.printf("kills on hosts: %d jobs, %d kills%n", rounds, kills);
    assertThat(kills).as("kills in %d jobs", rounds).isPositive();
  }

  /** How long a job takes from which nobody is taken. */
  private static long length(boolean java) {
    long begin = System.nanoTime();
    HostJobs.output(job(1, java).run());
    return System.nanoTime() - begin;
  }

  /** One job. True if somebody was killed. */
  private static boolean round(MpirunJob job, Victim victim, long afterNanos, String what) {
    long begin = System.nanoTime();
    MpirunJob.Running running = job.start();
    while (System.nanoTime() - begin < afterNanos) {
      LockSupport.parkNanos(afterNanos - (System.nanoTime() - begin));
    }
    boolean killed = kill(victim);
    long killedAt = System.nanoTime();
    MpirunJob.Result result = running.await();
    Duration took = Duration.ofNanos(System.nanoTime() - killedAt);
    String all = what + (killed ? "" : " (in vain)") + ": " + result;
    if (killed) {
      assertThat(took).as(all).isLessThan(LIMIT);
    }
    check(victim, killed, result, all);
    try {
      hosts.awaitNothingLeft(HostJobs.CLEAN);
    } catch (AssertionError left) {
      throw new AssertionError(all, left);
    }
    return killed;
  }

  private static void check(Victim victim, boolean killed, MpirunJob.Result result, String all) {
    if (!killed) {
      assertThat(result.exitCode()).as(all).isZero();
    } else if (victim == Victim.MPIRUN) {
      assertThat(result.exitCode()).as(all).isIn(0, KILLED);
    } else if (result.exitCode() != 0) {
      assertThat(result.messages()).as(all).contains("mpirun: ");
      if (victim.host != 0) {
        assertThat(result.messages()).as(all).containsPattern("h[12]");
      }
    }
  }

  /** Kills a process of the host if there is one; whether there was. */
  private static boolean kill(Victim victim) {
    List<String> found =
        hosts.left(victim.host).stream().filter(line -> line.contains(victim.text)).toList();
    Optional<String> last =
        found.isEmpty() ? Optional.empty() : Optional.of(found.get(found.size() - 1));
    return last.isPresent()
        && hosts.run(victim.host, LIMIT, "kill", "-s", "KILL", last.get().split(" ")[0]).exitCode()
            == 0;
  }
}
