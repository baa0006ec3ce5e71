package osu.compare.row;

import osu.compare.launch.Contender;
import osu.compare.run.Run;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the rounds of a row gave so far: each contender's runs, or an error. */
final class RowResult {
  private final Row row;
  private final Map<Contender, List<Run>> runs = new EnumMap<>(Contender.class);
  private String error;

  RowResult(Row row) {
    this.row = row;
    contenders().forEach(contender -> runs.put(contender, new ArrayList<>()));
  }

  Row row() {
    return row;
  }

  List<Contender> contenders() {
    return row.contenders();
  }

  void add(Contender contender, Run run) {
    runs.get(contender).add(run);
  }

  /** By round. */
  List<Run> runs(Contender contender) {
    return runs.get(contender);
  }

  /** What each run came to. */
  double[] figures(Contender contender) {
    return runs.get(contender).stream().mapToDouble(row::figure).toArray();
  }

  /** From here on the row is not run any more. */
  void fail(String reason) {
    error = reason;
  }

  boolean failed() {
    return error != null;
  }

  String error() {
    return error;
  }

  Outcome outcome() {
    return row.outcome(this);
  }
}
