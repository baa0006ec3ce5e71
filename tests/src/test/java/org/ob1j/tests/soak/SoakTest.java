package org.ob1j.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ob1j.tests.harness.JobFiles;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.soak.plan.Coverage;

/**
 * Random messages in real jobs. Each job does a fixed number of rounds from a fixed seed; with
 * {@code -Dob1j.soak.seconds=N} the jobs share so many seconds and have fresh seeds.
 */
class SoakTest {
  private static final int LEAST_ROUNDS = 12;
  private static final int LEAST_ROUNDS_OF_THREAD = 5;

  /** A line of {@link Soak}. */
  private static final Pattern JOB = Pattern.compile("soak: job (\\S+): .*");

  /** A line of the engine, see pml_ob1j_show_counts. */
  private static final String LEAVES = "ob1j: rank \\d+ leaves .*";

  private static final String LEAVES_NOTHING = "ob1j: rank \\d+ leaves nothing";
  private static final long SEED = 20_261_121;
  private static final double TOTAL_SECONDS =
      Double.parseDouble(System.getProperty("ob1j.soak.seconds", "0"));

  private final Map<Bucket, Long> counts = new TreeMap<>();
  private final Set<Bucket> allowed = new HashSet<>();
  private final Coverage coverage = new Coverage();

  @Test
  void shouldVerifyRandomMessagesByEveryProtocolModeAndTransport() throws IOException {
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
    assertThat(coverage.missing()).as("never done in%n%s", coverage).isEmpty();
  }

  private void run(SoakJob job, long seed, double seconds) throws IOException {
    long start = System.nanoTime();
    int rounds = job.threads() == 1 ? LEAST_ROUNDS : LEAST_ROUNDS_OF_THREAD;
    MpirunJob.Result result = job.run(seed, rounds, seconds);
    System.out.printf(
        "%-28s seed %d, %.1f s: %s%n",
        job.name(), seed, (System.nanoTime() - start) / 1e9, result.stdout().strip());
    assertThat(result.exitCode()).as("%s with seed %d:%n%s", job, seed, result.stderr()).isZero();
    requireNothingLeft(job, result);
    coverage.read(result.stderr());
    Map<Bucket, Long> received = Bucket.read(result.stderr());
    Set<Bucket> possible = job.possible();
    if (job.mixed()) {
      possible.addAll(SoakJob.all().get(0).possible());
    }
    assertThat(possible).as("%s: what the tables allow", job).containsAll(received.keySet());
    allowed.addAll(job.allowed());
    received.forEach((bucket, count) -> counts.merge(bucket, count, Long::sum));
  }

  /** Threads and open files are for {@link Soak} itself to look for. */
  private static void requireNothingLeft(SoakJob job, MpirunJob.Result result) throws IOException {
    assertThat(result.stderr().lines().filter(line -> line.matches(LEAVES)))
        .as("%s: what the engines of the ranks leave", job)
        .hasSize(job.ranks())
        .allMatch(line -> line.matches(LEAVES_NOTHING));
    Matcher line = JOB.matcher(result.stdout().strip());
    assertThat(line.matches()).as(result.stdout()).isTrue();
    assertThat(JobFiles.of(line.group(1))).as("files of %s", job).isEmpty();
  }
}
