package osu.compare;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What the rounds of a row gave so far: each contender's median chunk by round, or an error. */
final class RowResult {
  private final Row row;
  private final Map<Contender, List<Double>> figures = new EnumMap<>(Contender.class);
  private String error;

  RowResult(Row row) {
    this.row = row;
    contenders().forEach(contender -> figures.put(contender, new ArrayList<>()));
  }

  Row row() {
    return row;
  }

  /** ob1j, its reference, and those that are only shown, in the order in which they run. */
  List<Contender> contenders() {
    List<Contender> contenders = new ArrayList<>(List.of(Contender.OB1J, row.reference()));
    contenders.addAll(row.alsoShown());
    return contenders;
  }

  void add(Contender contender, double figure) {
    figures.get(contender).add(figure);
  }

  double[] figures(Contender contender) {
    return figures.get(contender).stream().mapToDouble(Double::doubleValue).toArray();
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

  Verdict verdict() {
    return Verdict.of(row, figures(Contender.OB1J), figures(row.reference()));
  }
}
