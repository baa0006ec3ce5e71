package osu.compare.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import osu.compare.launch.Contender;
import osu.compare.row.RowResult;
import osu.compare.run.Run;
import osu.compare.run.Sample;
import osu.compare.table.RowTable;

class TableTest {

  @Test
  void shouldShowFiguresRatioTargetAndVerdict() {
    RowResult result = result("shm-rate-8");
    result.add(Contender.OB1J, run(24e6));
    result.add(Contender.OPENMPI_C, run(12e6));
    result.add(Contender.OPENMPI_JAVA, run(4.8e6));
    assertThat(Table.format(result).replaceAll(" +", " "))
        .isEqualTo(
            "shm-rate-8 message rate 8 B, window 64, array (M/s) 24.0 12.0 Open MPI C 2.00"
                + " >= 1.30 pass (2.00-2.00), its Java 4.80");
  }

  @Test
  void shouldSayThatATargetWasMissed() {
    RowResult result = result("shm-ring-8");
    result.add(Contender.OB1J, run(3));
    result.add(Contender.OPENMPI_C, run(2));
    assertThat(Table.format(result)).contains("1.50").contains("<= 1.40").contains("FAIL");
  }

  @Test
  void shouldShowNoFigureOfARowThatFailed() {
    RowResult result = result("shm-ring-8");
    result.add(Contender.OB1J, run(3));
    result.fail("no such rank");
    assertThat(Table.format(result)).endsWith("NOT RUN").doesNotContain("3.0");
  }

  private static Run run(double value) {
    return new Run(List.of(new Sample(8, value)), null);
  }

  private static RowResult result(String name) {
    return new RowResult(
        RowTable.rows().stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow());
  }
}
