package osu.compare.table;

import java.util.ArrayList;
import java.util.List;
import osu.compare.row.Row;

/** Everything that is compared. */
public final class RowTable {
  private RowTable() {}

  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>(ScheduleTable.rows());
    rows.addAll(ColdTable.rows());
    rows.addAll(SteadyTable.rows());
    rows.addAll(BusyTable.rows());
    return rows;
  }
}
