package org.ob1j.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.launcher.MpirunJob;

/**
 * Random messages in real jobs. Each job does a fixed number of rounds from a fixed seed; with
 * {@code -Dob1j.soak.seconds=N} the jobs share so many seconds and have fresh seeds.
 */
class SoakTest {
  private static final int LEAST_ROUNDS = 36;
  private static final long SEED = 20_261_121;
  private static final double TOTAL_SECONDS =
      Double.parseDouble(System.getProperty("ob1j.soak.seconds", "0"));

  private final Map<Bucket, Long> counts = new TreeMap<>();
  private final Set<Bucket> allowed = new HashSet<>();

  @Test
  void shouldVerifyRandomMessagesByEveryProtocolModeAndTransport() {
    List<SoakJob> jobs = SoakJob.all();
    for (int i = 0; i < jobs.size(); i++) {
      long seed = TOTAL_SECONDS == 0 ? SEED + i : ThreadLocalRandom.current().nextInt();
      run(jobs.get(i), seed, TOTAL_SECONDS / jobs.size());
    }

    String table = Bucket.table(counts, allowed);
    System.out.println(table);
    Set<Bucket> empty = new HashSet<>(allowed);
    empty.removeAll(counts.keySet());
    assertThat(empty).as("allowed by the tables, but never seen in%n%s", table).isEmpty();
  }

  private void run(SoakJob job, long seed, double seconds) {
    long start = System.nanoTime();
    MpirunJob.Result result = job.run(seed, LEAST_ROUNDS, seconds);
    System.out.printf(
        "%-28s seed %d, %.1f s: %s%n",
        job.name(), seed, (System.nanoTime() - start) / 1e9, result.stdout().strip());
    assertThat(result.exitCode()).as("%s with seed %d:%n%s", job, seed, result.stderr()).isZero();
    Map<Bucket, Long> received = Bucket.read(result.stderr());
    Set<Bucket> possible = new HashSet<>(job.allowed());
    if (job.mixed()) {
      possible.addAll(SoakJob.all().get(0).allowed());
    }
    assertThat(possible).as("%s: what the tables allow", job).containsAll(received.keySet());
    allowed.addAll(possible);
    received.forEach((bucket, count) -> counts.merge(bucket, count, Long::sum));
  }
}
