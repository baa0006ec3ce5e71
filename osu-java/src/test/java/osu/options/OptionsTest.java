package osu.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.message.BufferKind;
import osu.message.Layout;

class OptionsTest {

  @Test
  void shouldRunAllSizesByDefault() throws UsageException {
    Options options = parse();
    assertThat(options.schedule().sizes())
        .hasSize(23)
        .startsWith(1, 2, 4)
        .endsWith(2 << 20, 4 << 20);
    assertThat(options.window()).isEqualTo(64);
    assertThat(options.receives()).isEqualTo(10);
    assertThat(options.kind()).isEqualTo(BufferKind.BUFFER);
    assertThat(options.schedule().isSteady()).isFalse();
    assertThat(options.validate()).isFalse();
    assertThat(options.samplesFile()).isNull();
    assertThat(options.help()).isFalse();
  }

  @Test
  void shouldReadEveryOption() throws UsageException {
    Options options =
        parse(
            ("-m 64:128 -i 5 -x 0 -W 16 -t 4 -r 9 -a direct --chunks 3 --validate --samples file.csv"
                    + " -h -D vector")
                .split(" "));
    assertThat(options)
        .isEqualTo(
            new Options(
                64,
                128,
                5,
                0,
                16,
                3,
                4,
                9,
                BufferKind.DIRECT,
                Layout.VECTOR,
                true,
                "file.csv",
                true));
  }

  @Test
  void shouldBeginWithABlockWhereThereAreBlocks() throws UsageException {
    assertThat(parse("-D", "indexed").schedule().sizes()).startsWith(64, 128);
  }

  @ParameterizedTest
  @CsvSource({
    "16, 1 2 4 8 16",
    "16:, '16 32 64 128 256 512 1024 2048 4096 8192 16384 32768 65536 131072 262144 524288 1048576"
        + " 2097152 4194304'",
    ":4, 1 2 4",
    "0:4, 0 1 2 4",
    "3:13, 3 6 12",
    "8:8, 8",
    "1073741824:1073741824, 1073741824"
  })
  void shouldDoubleFromTheSmallestToTheLargestSize(String text, String sizes)
      throws UsageException {
    assertThat(parse("-m", text).schedule().sizes())
        .extracting(String::valueOf)
        .containsExactly(sizes.split(" "));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "-m 9:8; -m is 9:8; MIN must be at most MAX",
        "-D matrix; -D is matrix; it must be contiguous, vector or indexed",
        "-D vector -m 8:64; -m begins with 8 bytes; with -D vector it must be a multiple of 64",
        "-m eight; -m is eight; it must be a number from 0 to 1073741824",
        "-m 1073741825; -m is 1073741825; it must be a number from 0 to 1073741824",
        "-i 0; -i is 0; it must be a number from 1 to 1000000000",
        "-x -1; -x is -1; it must be a number from 0 to 1000000000",
        "-W 65537; -W is 65537; it must be a number from 1 to 65536",
        "-r 1000001; -r is 1000001; it must be a number from 1 to 1000000",
        "--chunks 0; --chunks is 0; it must be a number from 1 to 1000000",
        "-a heaps; -a is heaps; it must be buffer, array, heap, direct or ordinary",
        "-i; -i needs a value; ",
        "--fast; unknown option --fast; "
      })
  void shouldNameWhatIsWrong(String arguments, String start, String end) {
    assertThatThrownBy(() -> parse(arguments.split(" ")))
        .isInstanceOf(UsageException.class)
        .hasMessage(end == null ? start : start + "; " + end);
  }

  @ParameterizedTest
  @CsvSource({
    "1, false, 10000, 1000", "8192, true, 10000, 1000", "8193, false, 500, 100",
    "1048575, true, 500, 100", "1048576, true, 100, 50", "4194304, false, 500, 100"
  })
  void shouldIterateAsOsuDoes(int bytes, boolean windowed, int iterations, int warmUp)
      throws UsageException {
    Options options = parse();
    assertThat(options.schedule().iterationsFor(bytes, windowed)).isEqualTo(iterations);
    assertThat(options.schedule().warmUpIterationsFor(bytes, windowed, true)).isEqualTo(warmUp);
    assertThat(options.schedule().warmUpIterationsFor(bytes, windowed, false)).isEqualTo(warmUp);
  }

  @Test
  void shouldUnderstandOsusNamesOfBuffers() throws UsageException {
    assertThat(parse("-a", "buffer").kind()).isEqualTo(BufferKind.BUFFER);
    assertThat(parse("-a", "arrays").kind()).isEqualTo(BufferKind.ARRAY);
  }

  @Test
  void shouldEndWithTheBenchmarksOwnLargestSize() throws UsageException {
    assertThat(Options.parse(1 << 20).schedule().sizes()).hasSize(21).endsWith(1 << 20);
    assertThat(Options.parse(1 << 20, "-m", "524288:").schedule().sizes())
        .containsExactly(1 << 19, 1 << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "8192, false, 1000, 100000, 200000", "8193, false, 100, 1000, 1000",
    "8192, true, 1000, 10000, 10000", "8193, true, 10, 100, 100"
  })
  void shouldOutlastTheJitInTheSteadyState(
      int bytes, boolean windowed, int iterations, int warmUp, int firstWarmUp)
      throws UsageException {
    Options options = parse("--chunks", "10");
    assertThat(options.schedule().iterationsFor(bytes, windowed)).isEqualTo(iterations);
    assertThat(options.schedule().warmUpIterationsFor(bytes, windowed, false)).isEqualTo(warmUp);
    assertThat(options.schedule().warmUpIterationsFor(bytes, windowed, true))
        .isEqualTo(firstWarmUp);
  }

  @Test
  void shouldKeepGivenIterationsForEverySize() throws UsageException {
    Options options = parse("-i", "7", "-x", "0");
    assertThat(options.schedule().iterationsFor(4 << 20, true)).isEqualTo(7);
    assertThat(options.schedule().warmUpIterationsFor(4 << 20, true, true)).isZero();
  }

  private static Options parse(String... words) throws UsageException {
    return Options.parse(4 << 20, words);
  }
}
