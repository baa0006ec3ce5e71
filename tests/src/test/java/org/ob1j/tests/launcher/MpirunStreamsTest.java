package org.ob1j.tests.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.tests.harness.MpirunJob;

class MpirunStreamsTest {

  @Test
  void shouldForwardWholeLinesOfManyRanksUnderLoad() {
    int ranks = 4;
    MpirunJob.Result result =
        MpirunJob.of("-n", String.valueOf(ranks)).program(LineStorm.class).run();

    List<List<String>> byRank = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      byRank.add(new ArrayList<>());
    }
    result.stdout().lines().forEach(line -> byRank.get(line.charAt(0) - '0').add(line));
    for (int rank = 0; rank < ranks; rank++) {
      Random random = new Random(rank);
      List<String> expected = new ArrayList<>();
      for (int number = 0; number < LineStorm.LINES; number++) {
        expected.add(LineStorm.line(rank, number, random));
      }
      assertThat(byRank.get(rank)).isEqualTo(expected);
    }
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldPassOnWhatIsTypedOnATerminal(@TempDir Path folder) throws Exception {
    Path typed = Files.writeString(folder.resolve("typed"), "some words\n");

    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .shell("read line; echo rank $OB1J_RANK reads: $line")
            .stdin(typed)
            .onATerminal()
            .run();

    assertThat(result.stdout().lines()).contains("rank 0 reads: some words", "rank 1 reads:");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldKeepStandardOutputAndErrorApart() {
    MpirunJob.Result result = MpirunJob.of("-n", "2").shell("echo out; echo err >&2").run();

    assertThat(result.stdout()).isEqualTo("out\nout\n");
    assertThat(result.stderr()).isEqualTo("err\nerr\n");
  }

  @Test
  void shouldTagLinesWithRankAndStream() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--tag-output")
            .shell("echo a; printf b; echo c >&2; printf '\\n\\n' >&2")
            .run();

    assertThat(result.stdout().lines())
        .containsExactlyInAnyOrder(
            "[1,0]<stdout>:a", "[1,0]<stdout>:b", "[1,1]<stdout>:a", "[1,1]<stdout>:b");
    assertThat(result.stderr().lines())
        .contains("[1,0]<stderr>:c", "[1,1]<stderr>:c", "[1,0]<stderr>:", "[1,1]<stderr>:")
        .hasSize(6);
  }

  @Test
  void shouldForwardALastLineWithoutNewlineUnchanged() {
    assertThat(MpirunJob.of("-n", "1").shell("printf 'a\\nb'").run().stdout()).isEqualTo("a\nb");
  }

  @Test
  void shouldForwardALineThatIsLongerThanItsMemory() {
    int lengthBytes = 10_000_000;
    MpirunJob.Result result =
        MpirunJob.of("-n", "1").shell("head -c " + lengthBytes + " /dev/zero | tr '\\0' x").run();

    assertThat(result.stdout()).hasSize(lengthBytes).matches("x+");
  }

  @Test
  void shouldGiveStandardInputToRankZeroAlone(@TempDir Path folder) throws Exception {
    Path input = Files.writeString(folder.resolve("input"), "line\n".repeat(100_000));

    MpirunJob.Result result =
        MpirunJob.of("-n", "3").stdin(input).shell("echo $OB1J_RANK $(wc -l)").run();

    assertThat(result.stdout().lines()).containsExactlyInAnyOrder("0 100000", "1 0", "2 0");
  }

  @Test
  void shouldGiveAnEmptyStandardInputInPlaceOfOneThatIsClosed() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1").shell("wc -c").after("bash", "-c", "\"$@\" <&-", "bash").run();

    assertThat(result.stdout()).isEqualTo("0\n");
    assertThat(result.stderr()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldFailAWriteToAStandardOutputThatIsClosed() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1").shell("echo out").after("bash", "-c", "\"$@\" >&-", "bash").run();

    assertThat(result.stderr())
        .startsWith("mpirun: mpirun cannot write its standard output: Bad file descriptor");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldFailWhenWhatRanksWroteLastCannotBeWritten() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .shell("yes | head -c 1000000")
            .after("bash", "-c", "\"$@\" > /dev/full", "bash")
            .run();

    assertThat(result.stderr()).startsWith("mpirun: mpirun cannot write its standard output: ");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void shouldDropWhatIsWrittenToAStandardErrorThatIsClosed() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "1")
            .shell("echo out; echo err >&2")
            .after("bash", "-c", "\"$@\" 2>&-", "bash")
            .run();

    assertThat(result.stdout()).isEqualTo("out\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void shouldEndQuietlyWhenNobodyReadsItsOutputAnyMore() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "sh", "-c", "while :; do echo more; done")
            .after("bash", "-c", "\"$@\" | head -1; exit ${PIPESTATUS[0]}", "bash")
            .run();

    assertThat(result.stdout()).isEqualTo("more\n");
    assertThat(result.stderr()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(141);
  }

  /** What mpirun says of it goes where the ranks' errors have filled the pipe. */
  @Test
  void shouldEndAJobInTimeWhoseErrorsNobodyReads(@TempDir Path folder) {
    String nobody = "mkfifo $0; exec 7<>$0; \"$@\" 2> $0";
    MpirunJob.Result result =
        MpirunJob.of("-n", "2", "--timeout", "2")
            .after("bash", "-c", nobody, folder.resolve("fifo").toString())
            .timeLimit(Duration.ofSeconds(30))
            .shell("yes >&2")
            .run();

    assertThat(result.exitCode()).as(result.toString()).isEqualTo(110);
  }

  /** Nothing is lost if the reader is only late. */
  @Test
  void shouldSayWhyTheJobEndsOnceItsErrorsAreRead(@TempDir Path folder) {
    String late = "{ { \"$@\" 2>&1 >&3; echo $? >&3; } | { sleep 4; cat > $0; }; } 3>&1";
    Path errors = folder.resolve("errors");
    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .after("bash", "-c", late, errors.toString())
            .timeLimit(Duration.ofSeconds(30))
            .shell("head -c 200000 /dev/zero >&2; exit 3")
            .run();

    assertThat(result.stdout()).as(result.toString()).isEqualTo("3\n");
    assertThat(errors).content(StandardCharsets.ISO_8859_1).contains("ended with exit code 3");
  }

  @Test
  void shouldEndTheJobWhenItsOutputCannotBeWritten() {
    MpirunJob.Result result =
        MpirunJob.of("-n", "2")
            .shell("while :; do echo more; done")
            .stdoutTo(Path.of("/dev/full"))
            .run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr())
        .contains("mpirun cannot write its standard output")
        .contains("No space left on device");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "--version", "--info", "--jvm-options", "--report-pid - true"})
  void shouldFailWhenItsOwnTextCannotBeWritten(String words) {
    MpirunJob.Result result = MpirunJob.of(words.split(" ")).stdoutTo(Path.of("/dev/full")).run();

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.stderr())
        .isEqualTo("mpirun: mpirun cannot write its standard output: No space left on device\n");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"$@\" >&-', 0",
    "'exec 5> >(:); wait $!; \"$@\" >&5', 141",
  })
  void shouldBeQuietWhenNobodyReadsItsOwnText(String script, int exitCode) {
    MpirunJob.Result result = MpirunJob.of("--help").after("bash", "-c", script, "bash").run();

    assertThat(result.stderr()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(exitCode);
  }
}
