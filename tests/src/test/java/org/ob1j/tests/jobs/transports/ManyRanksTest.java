package org.ob1j.tests.jobs.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.RankProgram;

/**
 * Many more ranks than cores: 32, or with {@code -Dob1j.cover.full=true} 64, which takes more than
 * a minute where there are few cores.
 */
class ManyRanksTest {
  private static final boolean FULL = Boolean.getBoolean("ob1j.cover.full");
  private static final int RANKS = FULL ? 64 : 32;

  /** What rings need grows with the square of the ranks. */
  private static final String SHARED_MEMORY = FULL ? "size=64m" : "size=16m";

  @Test
  void shouldLetEveryPairOfManyRanksExchangeInASmallSharedMemory() {
    String jvm = "-Xmx48m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -XX:-UsePerfData";
    MpirunJob job =
        MpirunJob.of(
                "-n",
                String.valueOf(RANKS),
                "--mca",
                "btl",
                "sm",
                "--timeout",
                "120",
                MpirunJob.java())
            .words(jvm.split(" "))
            .words("-cp", MpirunJob.testClasses(), RankProgram.class.getName(), "all-pairs")
            .timeLimit(Duration.ofMinutes(3));
    long start = System.nanoTime();

    MpirunJob.Result result = TransportChoiceTest.withSharedMemory(SHARED_MEMORY, job).run();

    System.out.printf("%d ranks, every pair: %.1f s%n", RANKS, (System.nanoTime() - start) / 1e9);
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("every pair of " + RANKS + "\n");
  }

  /** The job has a /dev/shm of its own. Without the right to mount one the test is skipped. */
}
