package osu.compare.table;

import static osu.compare.launch.Transport.SHM;
import static osu.compare.launch.Transport.TCP;

import java.util.ArrayList;
import java.util.List;
import osu.compare.launch.Transport;
import osu.compare.row.ColdRow;
import osu.compare.row.Figures;
import osu.compare.row.Row;
import osu.compare.row.SlicesRow;

/** The rows of whole jobs. */
public final class ColdTable {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private ColdTable() {}

  public static List<Row> rows() {
    List<Row> rows = new ArrayList<>(jobs());
    rows.add(new SlicesRow("slices", "slices of 0.1 s of changing patterns", List.of("Slices")));
    rows.add(firstRounds(16));
    rows.add(firstRounds(64));
    return rows;
  }

  /** Those of two and four ranks whose wall time counts. */
  static List<ColdRow> jobs() {
    List<ColdRow> rows = new ArrayList<>();
    rows.add(row("cold-empty", "an empty job", SHM, 2, 1.2, "Empty"));
    rows.addAll(shortPingPongs(SHM, "cold-"));
    rows.add(pingPongs("cold-pp-64K-array", SHM, 64 * KIB, 10_000, "array", 1.0));
    rows.add(pingPongs("cold-pp-64K-buffer", SHM, 64 * KIB, 10_000, "buffer", 1.3));
    rows.add(row("cold-halo-2ranks", "10,000 halo steps", SHM, 2, 1.3, "Halo", "8192", "10000"));
    rows.add(row("cold-halo-4ranks", "10,000 halo steps", SHM, 4, 1.5, "Halo", "8192", "10000"));
    rows.add(row("cold-sums-4ranks", "10,000 allReduce 8 B", SHM, 4, 1.5, "Sums", "1", "10000"));
    rows.add(
        row("cold-bcast", "2,000 bcasts of 1 MiB", SHM, 2, 1.0, "Broadcasts", "" + MIB, "2000"));
    rows.add(row("cold-patterns", "ten patterns", SHM, 2, 1.0, "TenPatterns"));
    rows.add(row("cold-tcp-empty", "an empty job", TCP, 2, 1.2, "Empty"));
    rows.addAll(shortPingPongs(TCP, "cold-tcp-"));
    return rows;
  }

  private static List<ColdRow> shortPingPongs(Transport transport, String prefix) {
    return List.of(
        pingPongs(prefix + "pp-8-1k", transport, 8, 1000, "array", 1.6),
        pingPongs(prefix + "pp-8-10k", transport, 8, 10_000, "array", 1.6),
        pingPongs(prefix + "pp-8-100k", transport, 8, 100_000, "array", 1.3));
  }

  private static ColdRow pingPongs(
      String name, Transport transport, int bytes, int count, String buffers, double target) {
    String title = String.format("%,d ping-pongs %s", count, Figures.size(bytes));
    return row(
        name,
        title + ", " + buffers,
        transport,
        2,
        target,
        "PingPong",
        "" + bytes,
        "" + count,
        buffers);
  }

  private static ColdRow row(
      String name, String title, Transport transport, int ranks, double target, String... program) {
    String transportName = transport == TCP ? ", TCP" : "";
    return new ColdRow(
        name,
        title + ", " + ranks + " ranks" + transportName,
        transport == SHM ? null : transport,
        ranks,
        List.of(program),
        false,
        target);
  }

  /** Counted from the end of Init, and bound by the clock of rank 0. */
  private static ColdRow firstRounds(int ranks) {
    String title = "ten first allToAll 1 KiB and barrier, " + ranks + " ranks";
    return new ColdRow(
        "first-rounds-" + ranks, title, null, ranks, List.of("FirstRounds", "" + KIB), true, 1.5);
  }
}
