package osu.compare.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.row.ScheduleRow;
import osu.compare.row.SteadyRow;

class RowTableTest {
  private final List<Row> all = RowTable.rows();
  private final List<SteadyRow> rows = SteadyTable.rows();

  @Test
  void shouldNameEveryRowOnce() {
    assertThat(all).extracting(Row::name).doesNotHaveDuplicates();
    assertThat(all)
        .extracting(Row::name)
        .allMatch(name -> name.matches("(osu|cold|slices|first|shm|tcp|busy[12])[\\w-]*"));
  }

  @Test
  void shouldBeginWithOsusSchedule() {
    assertThat(all.get(0)).isInstanceOf(ScheduleRow.class);
    assertThat(all).filteredOn(row -> row instanceof ScheduleRow).hasSize(2 + 4 + 32 + 8 + 6);
  }

  @Test
  void shouldAllowMoreBesideOtherWork() {
    assertThat(all)
        .filteredOn(row -> row.name().equals("busy1-cold-empty"))
        .singleElement()
        .satisfies(row -> assertThat(row.target()).isEqualTo("<= 1.40"))
        .satisfies(row -> assertThat(row.busyProcesses()).isEqualTo(1));
    assertThat(all)
        .filteredOn(row -> row.name().startsWith("busy2-shm-"))
        .isNotEmpty()
        .allMatch(row -> row.reference() == Contender.OPENMPI_JAVA)
        .allMatch(row -> row.target().equals("<= 1.20"));
  }

  @Test
  void shouldBeginTheNameWithTheTransport() {
    assertThat(rows)
        .allMatch(
            row ->
                row.name()
                    .startsWith(row.transport().name().toLowerCase().replace('_', '-') + "-"));
  }

  @Test
  void shouldSelectOneRowByItsWholeName() {
    assertThat(all)
        .allSatisfy(
            row ->
                assertThat(all)
                    .filteredOn(other -> other.name().startsWith(row.name()))
                    .containsExactly(row));
  }

  @Test
  void shouldNameAValueForEachParameter() {
    assertThat(rows).allMatch(row -> row.parameters().size() % 2 == 0);
  }

  @Test
  void shouldHoldRowsOfTheirOwnSettingsAgainstOb1jWithoutThem() {
    assertThat(rows)
        .filteredOn(row -> row.reference() == Contender.OB1J_PLAIN)
        .isNotEmpty()
        .allMatch(
            row -> row.hasSilentRanks() || !row.parameters().isEmpty() || !row.options().isEmpty());
  }

  @Test
  void shouldMeasureEnoughChunksForAMedian() {
    assertThat(rows).extracting(row -> row.work().chunks()).allMatch(chunks -> chunks >= 50);
    assertThat(rows).extracting(row -> row.work().quick().chunks()).allMatch(chunks -> chunks >= 5);
  }

  @Test
  void shouldNotShowTheReferenceTwice() {
    assertThat(rows).noneMatch(row -> row.alsoShown().contains(row.reference()));
    assertThat(rows).noneMatch(row -> row.reference() == Contender.OB1J);
  }

  @Test
  void shouldHoldLoopsThatAreNotInCOnlyAgainstContendersThatHaveThem() {
    assertThat(rows)
        .filteredOn(row -> row.loop().subcommand() == null)
        .isNotEmpty()
        .allMatch(row -> row.reference() != Contender.OPENMPI_C)
        .allMatch(row -> !row.alsoShown().contains(Contender.OPENMPI_C));
  }

  @Test
  void shouldHoldCrowdedRowsOnlyAgainstContendersThatCanRunThem() {
    // The program in C has no silent ranks.
    assertThat(rows)
        .filteredOn(row -> row.crowded() && !row.loop().busyOnAllRanks())
        .isNotEmpty()
        .allMatch(row -> row.reference() == Contender.OB1J_PLAIN && row.alsoShown().isEmpty());
  }
}
