package osu.compare.table;

import java.util.ArrayList;
import java.util.List;
import osu.compare.launch.Contender;
import osu.compare.row.BusyRow;
import osu.compare.row.ColdRow;
import osu.compare.row.Row;
import osu.compare.row.SteadyRow;

/** The rows on a machine that has other work to do. */
final class BusyTable {
  private static final double MORE = 0.2;
  private static final double MOST_STEADY = 1.2;

  private BusyTable() {}

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int processes = 1; processes <= 2; processes++) {
      for (ColdRow row : ColdTable.jobs()) {
        rows.add(new BusyRow(row.with(row.most() + MORE), processes));
      }
      for (SteadyRow row : SteadyTable.rows()) {
        if (isLatency(row) || (row.loop().isCollective() && row.ranks() > 2)) {
          rows.add(new BusyRow(row.heldAgainst(Contender.OPENMPI_JAVA, MOST_STEADY), processes));
        }
      }
    }
    return rows;
  }

  /** Of 8 B and 64 KiB over shared memory. */
  private static boolean isLatency(SteadyRow row) {
    return row.name().matches("shm-latency-(8-array|8-direct|64K)");
  }
}
