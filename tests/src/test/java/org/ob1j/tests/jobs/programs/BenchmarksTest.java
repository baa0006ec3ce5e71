package org.ob1j.tests.jobs.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.tests.harness.MpirunJob;

/** The benchmarks of osu-java as users run them: every byte is compared, no figure is judged. */
class BenchmarksTest {
  private static final String CLASSES =
      Path.of(System.getProperty("ob1j.root"), "osu-java", "target", "classes").toString();

  @ParameterizedTest
  @CsvSource({
    "sm, Latency, array",
    "sm, Latency, heap",
    "sm, Bandwidth, array",
    "sm, Bandwidth, direct",
    "sm, Latency, ordinary",
    "sm, BiBandwidth, direct",
    "sm, MessageRate, array",
    "tcp, Latency, direct",
    "tcp, Bandwidth, heap",
    "tcp, BiBandwidth, array",
    "tcp, MessageRate, direct",
  })
  void shouldBringEveryByteAndPrintAFigureForEachLength(
      String transport, String benchmark, String kind) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", transport)
            .words(MpirunJob.java(), "-cp", CLASSES, "osu." + benchmark, "-a", kind)
            .words("-m", "1:65536", "-i", "5", "-x", "0", "--chunks", "2", "--validate")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    List<String> rows = result.stdout().lines().filter(line -> !line.startsWith("#")).toList();
    assertThat(rows).as(result.stdout()).hasSize(17);
    for (int i = 0; i < rows.size(); i++) {
      String[] columns = rows.get(i).strip().split(" +");
      assertThat(columns[0]).isEqualTo(String.valueOf(1 << i));
      assertThat(Double.parseDouble(columns[1])).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2, Latency, buffer",
    "2, BiBandwidth, buffer",
    "3, Gather, buffer",
    "3, Gather, array",
    "3, Scatter, buffer",
    "3, Scatter, array",
    "3, Allreduce, buffer",
    "3, ReduceScatter, buffer"
  })
  void shouldGoThroughTheSizesAsOsuDoes(String ranks, String benchmark, String kind) {
    MpirunJob.Result result =
        MpirunJob.of("-n", ranks, "--oversubscribe", MpirunJob.java(), "-cp", CLASSES)
            .words("osu." + benchmark, "-a", kind, "-m", "8:32768", "-i", "20", "-x", "5", "-c")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout().lines().filter(line -> !line.startsWith("#")))
        .as(result.stdout())
        .hasSize(13)
        .allMatch(line -> line.endsWith("Pass"));
  }

  @ParameterizedTest
  @CsvSource({"sm, vector, array", "sm, indexed, direct", "tcp, vector, direct"})
  void shouldBringEveryByteOfDerivedDatatypes(String transport, String layout, String kind) {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "btl", transport)
            .words(MpirunJob.java(), "-cp", CLASSES, "osu.Bandwidth", "-a", kind, "-D", layout)
            .words("-m", "64:262144", "-i", "5", "-x", "0", "--chunks", "2", "--validate")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).contains(layout + " of blocks of 8 doubles");
    assertThat(result.stdout().lines().filter(line -> !line.startsWith("#"))).hasSize(13);
  }

  @Test
  void shouldBringEveryByteToBothNeighbors() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "3", "--oversubscribe", MpirunJob.java(), "-cp", CLASSES)
            .words("osu.NeighborAlltoall", "-m", "1:65536", "-i", "5", "-x", "0")
            .words("--chunks", "2", "--validate")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout().lines().filter(line -> !line.startsWith("#"))).hasSize(17);
  }

  @Test
  void shouldMeasureTheCompletionOfManyRequests() {
    MpirunJob.Result result =
        MpirunJob.of(
                "-n", "2", MpirunJob.java(), "-cp", CLASSES, "osu.cost.ManyRequests", "3", "50")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout().lines().skip(2))
        .hasSize(2)
        .allMatch(row -> row.matches("(3|50) ( +\\d+\\.\\d){4}"));
  }

  @Test
  void shouldMeasureAComputationWithoutMessages() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--mca", "mpi_async_progress", "1", MpirunJob.java())
            .words("-cp", CLASSES, "osu.cost.IdleProgress", "1")
            .run();

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(result.stdout()).matches("computation: median \\d+\\.\\d\\d ms, mean .* ms\n");
  }
}
