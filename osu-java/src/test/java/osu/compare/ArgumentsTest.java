package osu.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.UsageException;

class ArgumentsTest {
  private static final List<Row> TABLE = RowTable.rows();

  @Test
  void shouldRunThreeRoundsOfAllRowsByDefault() throws UsageException {
    assertThat(parse(""))
        .isEqualTo(new Arguments(3, TABLE, false, false, false, false, null, false));
  }

  @Test
  void shouldSelectRowsByTransportAndByNameInTheTablesOrder() throws UsageException {
    assertThat(parse("--rows tcp shm-ring-8 --strict").rows())
        .extracting(Row::name)
        .containsExactly("shm-ring-8", "tcp-latency-8", "tcp-rate-8", "tcp-bandwidth-1M");
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
        "--rows | --rows needs shm, tcp or the name of a row",
        "--rows --quick | --rows needs shm, tcp or the name of a row",
        "--fast | unknown option --fast"
      })
  void shouldNameWhatIsWrong(String words, String message) {
    assertThatThrownBy(() -> parse(words)).isInstanceOf(UsageException.class).hasMessage(message);
  }

  @Test
  void shouldListTheRowsThereAre() {
    assertThatThrownBy(() -> parse("--rows shm-latency-9"))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--rows shm-latency-9 selects nothing; there are shm, tcp, ")
        .hasMessageContaining("shm-latency-8-array");
  }

  private static Arguments parse(String words) throws UsageException {
    return Arguments.parse(TABLE, words.isEmpty() ? new String[0] : words.split(" "));
  }
}
