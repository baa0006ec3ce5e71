package org.ob1j.tests.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.launcher.MpirunJob;

/** Takes most of a minute where there are few cores. */
class ManyRanksTest {
  @Test
  void shouldLetEveryPairOf64RanksExchangeInASmallSharedMemory() {
    String jvm = "-Xmx48m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -XX:-UsePerfData";
    MpirunJob job =
        MpirunJob.of("-n", "64", "--mca", "btl", "sm", "--timeout", "120", MpirunJob.java())
            .words(jvm.split(" "))
            .words("-cp", MpirunJob.testClasses(), RankProgram.class.getName(), "all-pairs")
            .timeLimit(Duration.ofMinutes(3));
    long start = System.nanoTime();

    MpirunJob.Result result = TransportChoiceTest.withSharedMemory("size=64m", job).run();

    System.out.printf("64 ranks, every pair: %.1f s%n", (System.nanoTime() - start) / 1e9);
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).isEqualTo("every pair of 64\n");
  }

  /** The job has a /dev/shm of its own. Without the right to mount one the test is skipped. */
}
