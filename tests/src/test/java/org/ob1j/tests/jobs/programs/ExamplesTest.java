package org.ob1j.tests.jobs.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

/** The examples as real jobs; WordCount is in {@link ProgramsTest}. */
class ExamplesTest {
  private static final Path ROOT = Path.of(System.getProperty("ob1j.root"));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldSayHelloFromEveryRank(int ranks) {
    String output = run(ranks, "Hello");

    assertThat(output.lines().map(line -> line.replaceFirst(" on .*", "")))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ranks)
                .mapToObj(rank -> "Hello from rank " + rank + " of " + ranks)
                .toList());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldAddEveryRankToTheTokenInEachLap(int ranks) {
    int sum = ranks * (ranks - 1) / 2;

    assertThat(run(ranks, "Ring", "2"))
        .isEqualTo("lap 1: the token is " + sum + "\nlap 2: the token is " + 2 * sum + "\n");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldConnectEveryPair(int ranks) {
    int pairs = ranks * (ranks - 1) / 2;
    List<String> lines = run(ranks, "Connectivity", "-v").lines().toList();

    assertThat(lines).hasSize(pairs + 1).doesNotHaveDuplicates();
    assertThat(lines).contains("Connectivity of " + ranks + " ranks, " + pairs + " pairs: passed");
  }

  @Test
  void shouldEstimateTheSamePiOnAnyNumberOfRanks() {
    List<String> outputs = onOneToFour("MonteCarloPi", "1000000");

    assertThat(outputs).allMatch(outputs.get(0)::equals);
    assertThat(outputs.get(0)).startsWith("pi is about 3.14");
  }

  @Test
  void shouldDrawTheSamePictureOnAnyNumberOfRanks() throws IOException {
    byte[] alone = picture(1);

    for (int ranks = 2; ranks <= 4; ranks++) {
      assertThat(picture(ranks)).as(ranks + " ranks").isEqualTo(alone);
    }
    var image = ImageIO.read(folder.resolve("1.png").toFile());
    assertThat(image.getWidth()).isEqualTo(61);
    assertThat(image.getHeight()).isEqualTo(43);
    // White hot in the disc, black at the rim, something between them where heat has spread.
    assertThat(image.getRGB(15, 14)).isEqualTo(0xFFFFFFFF);
    assertThat(image.getRGB(0, 20)).isEqualTo(0xFF000000);
    assertThat(image.getRGB(25, 14)).isNotIn(0xFFFFFFFF, 0xFF000000);
  }

  private byte[] picture(int ranks) throws IOException {
    Path file = folder.resolve(ranks + ".png");
    run(
        ranks,
        "Heat2D",
        "--width",
        "61",
        "--height",
        "43",
        "--steps",
        "250",
        "--output",
        file + "");
    return Files.readAllBytes(file);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void shouldSortTheLinesOfAFile(int ranks) throws IOException {
    Path input = ROOT.resolve("LICENSE");
    Path output = folder.resolve("sorted");

    run(ranks, "SampleSort", input.toString(), output.toString());

    byte[][] expected =
        Files.readAllLines(input).stream()
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .sorted(Arrays::compareUnsigned)
            .toArray(byte[][]::new);
    byte[][] actual =
        Files.readAllLines(output).stream()
            .map(line -> line.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    assertThat(actual).isDeepEqualTo(expected);
  }

  @Test
  void shouldSortTheSameGeneratedLinesOnAnyNumberOfRanks() throws IOException {
    Path output = folder.resolve("generated");
    run(1, "SampleSort", "--generate", "5000", output.toString());
    String alone = Files.readString(output);
    run(4, "SampleSort", "--generate", "5000", output.toString());

    assertThat(Files.readString(output)).isEqualTo(alone);
    assertThat(alone.lines().toList()).hasSize(5000).isSorted().doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void shouldSortFewerLinesThanRanks(int lines) throws IOException {
    Path input = Files.writeString(folder.resolve("few"), lines == 0 ? "" : "b\na");
    Path output = folder.resolve("sorted");

    run(4, "SampleSort", input.toString(), output.toString());

    assertThat(output).hasContent(lines == 0 ? "" : "a\nb\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Hello",
        "Ring",
        "Connectivity",
        "MonteCarloPi",
        "Heat2D",
        "SampleSort",
        "WordCount"
      })
  void shouldExplainThemselvesOnceForAllRanks(String example) {
    MpirunJob.Result help = job(2, example, "--help").run();
    MpirunJob.Result wrong = job(2, example, "--no-such", "option", "at", "all").run();

    assertThat(help.exitCode()).as(help.stderr()).isZero();
    assertThat(help.stdout()).startsWith("Usage: mpirun -n RANKS java " + example);
    assertThat(help.stdout().split("Usage:")).hasSize(2);
    assertThat(wrong.exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "Ring many, Ring: 'many' is no number of laps",
    "MonteCarloPi -1, MonteCarloPi: '-1' is no number of points",
    "Heat2D --width 10001, Heat2D: '--width 10001' cannot be used",
    "SampleSort --generate few out, SampleSort: LINES is 'few'; it must be a number"
  })
  void shouldNameWhatCannotBeUsed(String words, String message) {
    MpirunJob.Result wrong = job(2, words.split(" ")).run();

    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.stdout()).startsWith(message + System.lineSeparator() + "Usage: ");
  }

  private static List<String> onOneToFour(String... words) {
    return IntStream.rangeClosed(1, 4).mapToObj(ranks -> run(ranks, words)).toList();
  }

  private static String run(int ranks, String... words) {
    MpirunJob.Result result = job(ranks, words).run();
    assertThat(result.exitCode()).as(result.stderr()).isZero();
    return result.stdout();
  }

  private static MpirunJob job(int ranks, String... words) {
    return MpirunJob.of("-n", String.valueOf(ranks), MpirunJob.java(), "-cp")
        .words(ROOT.resolve("examples/target/classes").toString())
        .words(words);
  }
}
