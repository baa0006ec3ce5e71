package osu.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.table.RowTable;
import osu.options.UsageException;

class ArgumentsTest {
  private static final List<Row> TABLE = RowTable.rows();

  @Test
  void shouldRunAllRowsAsOftenAsTheyNeedByDefault() throws UsageException {
    assertThat(parse(""))
        .isEqualTo(new Arguments(0, TABLE, null, false, false, false, false, false, null, false));
  }

  @Test
  void shouldHoldRowsOfTheSteadyStateAgainstAnotherFolder(@TempDir Path folder) throws Exception {
    Path mpirun = Files.createFile(folder.resolve("mpirun"));
    assertThat(mpirun.toFile().setExecutable(true)).isTrue();
    Arguments arguments = parse("--before " + folder + " --rows shm-rate-8 cold-empty");
    assertThat(arguments.before()).isEqualTo(folder);
    assertThat(arguments.rows())
        .extracting(Row::reference)
        .containsExactly(Contender.OPENMPI_JAVA, Contender.OB1J_BEFORE);
    assertThat(arguments.rows()).extracting(Row::target).containsExactly("<= 1.20", ">= 0.83");
  }

  @Test
  void shouldRunMpjExpressBesideOpenMpiInRowsOfArraysOverSharedMemoryAlone() throws UsageException {
    List<Row> rows = parse("--beside mpj --quick").rows();
    assertThat(rows)
        .hasSize(3 + 8 + 8)
        .allMatch(row -> row.name().matches("osu-shm-[a-z-]*[24]ranks-array"))
        .allMatch(row -> row.reference() == Contender.OPENMPI_JAVA)
        .allMatch(row -> row.contenders().get(2) == Contender.MPJ_EXPRESS);
    assertThat(parse("--rows osu-shm-bcast osu-tcp --beside mpj").rows())
        .extracting(Row::name)
        .containsExactly("osu-shm-bcast-2ranks-array", "osu-shm-bcast-4ranks-array");
    assertThat(parse("--rows osu").rows())
        .noneMatch(row -> row.contenders().contains(Contender.MPJ_EXPRESS));
  }

  @Test
  void shouldSelectRowsByTheBeginningOfTheNameInTheTablesOrder() throws UsageException {
    assertThat(parse("--rows tcp-2links shm-ring-8 --strict").rows())
        .extracting(Row::name)
        .containsExactly("shm-ring-8", "tcp-2links-latency-1M", "tcp-2links-bandwidth-1M");
    assertThat(parse("--rows tcp").rows())
        .isNotEmpty()
        .isEqualTo(TABLE.stream().filter(row -> row.name().startsWith("tcp-")).toList());
  }

  @Test
  void shouldRunOneQuickRoundUnlessRoundsAreGiven() throws UsageException {
    assertThat(parse("--quick").rounds()).isEqualTo(1);
    assertThat(parse("--quick --rounds 5").rounds()).isEqualTo(5);
  }

  @Test
  void shouldDrawWhatItMeasuresUnlessSamplesAreNamed() throws UsageException {
    assertThat(parse("--plot --quick").plot()).isTrue();
    assertThat(parse("--plot --quick").kept()).isNull();
    assertThat(parse("--plot old.csv").kept()).isEqualTo(Path.of("old.csv"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rounds 0 | --rounds is 0; it must be a number from 1 to 1000",
        "--rounds 1001 | --rounds is 1001; it must be a number from 1 to 1000",
        "--rounds | --rounds is missing; it must be a number from 1 to 1000",
        "--rows | --rows needs the name of a row or its beginning",
        "--rows --quick | --rows needs the name of a row or its beginning",
        "--before | --before is missing; it must be a folder with mpirun in it",
        "--beside | --beside is missing; it must be mpj",
        "--beside ucx | --beside is ucx; it must be mpj",
        "--beside mpj --rows cold | --beside mpj: MPJ Express has none of these rows",
        "--fast | unknown option --fast"
      })
  void shouldNameWhatIsWrong(String words, String message) {
    assertThatThrownBy(() -> parse(words)).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void shouldListTheRowsThereAre() {
    assertThatThrownBy(() -> parse("--rows shm-latency-9"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--rows shm-latency-9 selects nothing; there are ")
        .hasMessageContaining("shm-latency-8-array");
  }

  private static Arguments parse(String words) throws UsageException {
    return Arguments.parse(TABLE, words.isEmpty() ? new String[0] : words.split(" "));
  }
}
