package osu.compare;

import static osu.compare.Transport.SHM;
import static osu.compare.Transport.TCP;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rows by OSU's schedule. */
final class ScheduleTable {
  private static final double MOST_OF_2_RANKS = 1.2;
  private static final double MOST_OF_4_RANKS = 1.4;
  private static final double MOST_OVER_TCP = 1.2;

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
    return rows;
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
    String name =
        String.join(
            "-",
            "osu",
            transport.name().toLowerCase(Locale.ROOT),
            loop.title().replace(' ', '-'),
            ranks + "ranks",
            buffers);
    return new ScheduleRow(name, transport, loop, buffers, ranks, target);
  }
}
