package org.ob1j.tests.counts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.ob1j.tests.harness.MpirunJob;
import osu.count.Compilation;
import osu.count.CompilationLog;

/**
 * How much of ob1j the JIT compiles, and throws away, in benchmarks by OSU's schedule: what a rank
 * does then is what it does in any short program. Sizes to 64 KiB; with {@code
 * -Dob1j.cover.full=true} all of them.
 *
 * <p>On JDK 17 alone, as compilers differ; beside no other test, as a rank that shares its core
 * takes other ways while it waits. The bounds are where ob1j is to get and do not hold yet, so only
 * {@code -Dob1j.counts=true} runs it.
 */
@Isolated
@EnabledIfSystemProperty(named = "ob1j.counts", matches = "true")
class CompilationTest {
  private static final boolean FULL = Boolean.getBoolean("ob1j.cover.full");
  private static final String CLASSES =
      Path.of(System.getProperty("ob1j.root"), "osu-java", "target", "classes").toString();

  @TempDir private Path folder;

  @Test
  void shouldCompileLittleForMessagesOfAllSizes() throws IOException {
    List<CompilationLog> ranks = run(2, "osu.Latency", "buffer");

    assertThat(ranks).hasSize(2);
    assertThat(ranks)
        .describedAs(Compilation.table(ranks))
        .allSatisfy(rank -> assertThat(rank.traps()).hasSizeLessThanOrEqualTo(15))
        .allSatisfy(rank -> assertThat(rank.c2Count()).isLessThanOrEqualTo(80))
        .allSatisfy(rank -> assertThat(rank.c2Bytes()).isLessThanOrEqualTo(250_000));
  }

  @Test
  void shouldCompileLittleForReductionsOfAllSizesAmongFourRanks() throws IOException {
    List<CompilationLog> ranks = run(4, "osu.Allreduce", "array");

    assertThat(ranks).hasSize(4);
    assertThat(ranks)
        .describedAs(Compilation.table(ranks))
        .allSatisfy(rank -> assertThat(rank.traps()).hasSizeLessThanOrEqualTo(25))
        .allSatisfy(rank -> assertThat(rank.c2Count()).isLessThanOrEqualTo(120))
        .allSatisfy(rank -> assertThat(rank.c2Bytes()).isLessThanOrEqualTo(400_000));
  }

  private List<CompilationLog> run(int ranks, String benchmark, String buffers) throws IOException {
    assumeThat(Runtime.version().feature()).as("the JDK that is counted on").isEqualTo(17);
    List<String> words = new ArrayList<>(List.of("-n", "" + ranks, "--mca", "btl", "sm,self"));
    words.addAll(List.of(MpirunJob.java(), "-cp", CLASSES, benchmark, "-a", buffers));
    if (!FULL) {
      words.addAll(List.of("-m", "1:65536"));
    }
    Path logs = Files.createDirectory(folder.resolve("logs"));
    assertThat(Compilation.addOptions(words, logs)).isTrue();

    MpirunJob.Result result =
        MpirunJob.of(words.toArray(String[]::new)).timeLimit(Duration.ofMinutes(4)).run();

    assertThat(result.exitCode()).describedAs(result.stderr()).isZero();
    return Compilation.readAll(logs);
  }
}
