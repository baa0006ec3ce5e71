package osu.compare.row;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import osu.compare.launch.Contender;
import osu.compare.run.Run;

/** What the rounds of a row gave so far: each contender's runs, or an error. */
public final class RowResult {
  private final Row row;
  private final Map<Contender, List<Run>> runs = new EnumMap<>(Contender.class);
  private final Map<Contender, String> leftOut = new EnumMap<>(Contender.class);
  private String error;

  public RowResult(Row row) {
    this.row = row;
    contenders().forEach(contender -> runs.put(contender, new ArrayList<>()));
  }

  public Row row() {
    return row;
  }

  public List<Contender> contenders() {
    return row.contenders();
  }

  public void add(Contender contender, Run run) {
    runs.get(contender).add(run);
  }

  /** By round. */
  public List<Run> runs(Contender contender) {
    return runs.get(contender);
  }

  /** What each run came to. */
  public double[] figures(Contender contender) {
    return runs.get(contender).stream().mapToDouble(row::figure).toArray();
  }

  /** From here on this contender is not run any more, and has no figure; the others are. */
  public void leaveOut(Contender contender, String reason) {
    leftOut.put(contender, reason);
    runs.get(contender).clear();
  }

  /** Why contenders have no figure. */
  public Map<Contender, String> leftOut() {
    return Collections.unmodifiableMap(leftOut);
  }

  /** From here on the row is not run any more. */
  public void fail(String reason) {
    error = reason;
  }

  public boolean failed() {
    return error != null;
  }

  public String error() {
    return error;
  }

  public Outcome outcome() {
    return row.outcome(this);
  }
}
