package osu.compare.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.row.ScheduleRow;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.compare.table.ColdTable;
import osu.compare.table.RowTable;
import osu.compare.table.SteadyTable;
import osu.options.UsageException;

class KeptSamplesTest {
  @TempDir private Path folder;

  @Test
  void shouldReadBackWhatResultsHasWritten() throws IOException, UsageException {
    Row row = SteadyTable.rows().get(0);
    Row cold = ColdTable.rows().get(0);
    Path file;
    try (Results written = new Results(folder, "abc", "a machine")) {
      written.add(1, row, Contender.OB1J, run(3, 1, 2));
      written.add(1, row, Contender.OPENMPI_C, run(4));
      written.add(2, row, Contender.OB1J, run(5));
      written.add(1, cold, Contender.OB1J, new Run(List.of(), new Run.JobTime(1, 0.1, 0.5)));
      file = written.file();
    }

    KeptSamples kept = KeptSamples.read(file, RowTable.rows());

    assertThat(kept.origin()).isEqualTo("commit abc; a machine");
    assertThat(kept.results()).hasSize(1);
    assertThat(kept.results().get(0).row()).isEqualTo(row);
    assertThat(kept.results().get(0).figures(Contender.OB1J)).containsExactly(2, 5);
    assertThat(kept.results().get(0).figures(Contender.OPENMPI_C)).containsExactly(4);
  }

  @Test
  void shouldReadBackSizesByOsusSchedule() throws IOException, UsageException {
    ScheduleRow row =
        RowTable.rows().stream()
            .filter(each -> each.name().equals("osu-shm-bcast-2ranks-array"))
            .map(ScheduleRow.class::cast)
            .findFirst()
            .orElseThrow()
            .besideMpjExpress();
    Run run = new Run(List.of(new Sample(1, 3), new Sample(2, 4)), null);
    Path file;
    try (Results written = new Results(folder, "abc", "a machine")) {
      for (Contender contender : row.contenders()) {
        written.add(1, row, contender, run);
      }
      file = written.file();
    }

    RowResult result = KeptSamples.read(file, RowTable.rows()).results().get(0);

    assertThat(result.row()).isEqualTo(row);
    assertThat(row.contenders()).allMatch(each -> result.runs(each).equals(List.of(run)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1,shm-latency-8-array,OB1J,0 | line 3 is not round,row,contender,key,value",
        "1,shm-latency-8-array,OB1J,8B,1 | line 3 is not round,row,contender,key,value",
        "1,shm-latency-8-array,NOBODY,0,1 | line 3 is not round,row,contender,key,value",
        "1,shm-latency-9,OB1J,0,1 | has a row shm-latency-9, which is not compared any more"
      })
  void shouldSayWhatIsWrongWithAFile(String line, String message) throws IOException {
    Path file = folder.resolve("samples.csv");
    Files.write(file, List.of("# commit abc; m", "round,row,contender,key,value", line));

    assertThatThrownBy(() -> KeptSamples.read(file, RowTable.rows()))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  private static Run run(double... values) {
    return new Run(Arrays.stream(values).mapToObj(value -> new Sample(8, value)).toList(), null);
  }

  @Test
  void shouldRefuseAFileOfSomethingElse() throws IOException {
    Path file = Files.writeString(folder.resolve("x.csv"), "a,b\n1,2\n");

    assertThatThrownBy(() -> KeptSamples.read(file, RowTable.rows()))
        .hasMessageContaining("is not a file of samples that ./bench has kept");
    assertThatThrownBy(() -> KeptSamples.read(folder.resolve("none.csv"), RowTable.rows()))
        .hasMessageContaining("none.csv cannot be read");
  }
}
