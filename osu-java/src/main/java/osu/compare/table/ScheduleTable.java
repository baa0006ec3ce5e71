package osu.compare.table;

import static osu.compare.launch.Transport.SHM;
import static osu.compare.launch.Transport.TCP;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import osu.compare.launch.Transport;
import osu.compare.row.Loop;
import osu.compare.row.Row;
import osu.compare.row.ScheduleRow;

/** The rows by OSU's schedule. */
final class ScheduleTable {
  private static final double MOST_OF_2_RANKS = 1.2;
  private static final double MOST_OF_4_RANKS = 1.4;
  private static final double MOST_OVER_TCP = 1.2;

  /** How many sizes of a row may be above 3. */
  private static final int MOST_BAD_SIZES = 3;

  private ScheduleTable() {}

  static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    rows.add(row(SHM, Loop.LATENCY, "buffer", 2, 1.3));
    rows.add(row(SHM, Loop.LATENCY, "array", 2, 0.85));
    for (Loop loop : List.of(Loop.BANDWIDTH, Loop.BOTH_WAYS)) {
      rows.add(row(SHM, loop, "buffer", 2, 1.0));
      rows.add(row(SHM, loop, "array", 2, 1.0));
    }
    rows.addAll(collectives(2, MOST_OF_2_RANKS));
    rows.addAll(collectives(4, MOST_OF_4_RANKS));
    for (Loop loop : List.of(Loop.LATENCY, Loop.BANDWIDTH)) {
      rows.add(row(TCP, loop, "buffer", 2, MOST_OVER_TCP));
      rows.add(row(TCP, loop, "array", 2, MOST_OVER_TCP));
    }
    for (int ranks : new int[] {2, 4}) {
      rows.add(row(TCP, Loop.ALLREDUCE, "buffer", ranks, MOST_OVER_TCP));
      rows.add(row(TCP, Loop.ALLREDUCE, "array", ranks, MOST_OVER_TCP));
    }
    rows.addAll(rarer());
    return rows;
  }

  /** What fewer programs do: no more is wanted than that no size is very bad. */
  private static List<Row> rarer() {
    List<Row> rows = new ArrayList<>();
    rows.add(rarer(Loop.LATENCY, "heap", List.of()));
    rows.add(rarer(Loop.ALLREDUCE, "heap", List.of()));
    for (String layout : List.of("vector", "indexed")) {
      rows.add(rarer(Loop.BANDWIDTH, "buffer", List.of("-D", layout)));
      rows.add(rarer(Loop.BANDWIDTH, "array", List.of("-D", layout)));
    }
    return rows;
  }

  private static Row rarer(Loop loop, String buffers, List<String> options) {
    String name = name(SHM, loop, 2, (options.isEmpty() ? "" : options.get(1) + "-") + buffers);
    return new ScheduleRow(
        name, SHM, loop, buffers, 2, options, ScheduleRow.WORST, Integer.MAX_VALUE);
  }

  private static List<Row> collectives(int ranks, double target) {
    List<Row> rows = new ArrayList<>();
    for (Loop loop :
        List.of(
            Loop.BCAST,
            Loop.ALLREDUCE,
            Loop.REDUCE,
            Loop.ALLGATHER,
            Loop.ALLTOALL,
            Loop.GATHER,
            Loop.SCATTER,
            Loop.REDUCE_SCATTER)) {
      rows.add(row(SHM, loop, "buffer", ranks, target));
      rows.add(row(SHM, loop, "array", ranks, target));
    }
    return rows;
  }

  private static Row row(Transport transport, Loop loop, String buffers, int ranks, double target) {
    return new ScheduleRow(
        name(transport, loop, ranks, buffers),
        transport,
        loop,
        buffers,
        ranks,
        List.of(),
        target,
        MOST_BAD_SIZES);
  }

  private static String name(Transport transport, Loop loop, int ranks, String buffers) {
    String over = transport.name().toLowerCase(Locale.ROOT);
    return String.join("-", "osu", over, loop.title().replace(' ', '-'), ranks + "ranks", buffers);
  }
}
