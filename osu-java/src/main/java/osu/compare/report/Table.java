package osu.compare.report;

import java.util.Locale;
import osu.compare.row.Figures;
import osu.compare.row.Outcome;
import osu.compare.row.Row;
import osu.compare.row.RowResult;

/** The outcome as text. */
public final class Table {
  private static final String LAYOUT = "%-32s %-50s %9s %9s  %-12s %6s  %8s  %-8s %s%n";

  private Table() {}

  public static String heading() {
    return line("row", "what", "ob1j", "reference", "", "ratio", "target", "", "");
  }

  public static String format(RowResult result) {
    Row row = result.row();
    String what = row.title() + " (" + row.unit() + ")";
    String against = row.reference().label();
    if (result.failed()) {
      return line(row.name(), what, "-", "-", against, "-", row.target(), "NOT RUN", "");
    }
    Outcome outcome = result.outcome();
    return line(
        row.name(),
        what,
        Figures.number(outcome.figure()),
        Figures.number(outcome.referenceFigure()),
        against,
        Figures.number(outcome.ratio()),
        row.target(),
        outcome.passed() ? "pass" : "FAIL",
        outcome.detail());
  }

  private static String line(Object... columns) {
    return String.format(Locale.ROOT, LAYOUT, columns).stripTrailing();
  }
}
