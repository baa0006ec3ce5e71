package osu.compare;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import osu.Statistics;

/** The outcome as text. */
final class Table {
  private static final String LAYOUT = "%-24s %-46s %9s %9s  %-14s %6s  %-15s %8s  %s%n";

  private Table() {}

  static String heading() {
    return line("row", "what", "ob1j", "reference", "", "ratio", "(by round)", "target", "");
  }

  static String format(RowResult result) {
    Row row = result.row();
    String what = row.title() + " (" + row.loop().unit() + ")";
    String target = target(row);
    if (result.failed()) {
      return line(row.name(), what, "-", "-", row.reference().label(), "-", "", target, "NOT RUN");
    }
    Verdict verdict = result.verdict();
    return line(
        row.name(),
        what,
        number(row.loop().shown(verdict.figure())),
        number(row.loop().shown(verdict.referenceFigure())),
        row.reference().label(),
        number(verdict.ratio()),
        "(" + number(verdict.lowestRatio()) + "-" + number(verdict.highestRatio()) + ")",
        target,
        (verdict.passed() ? "pass" : "FAIL") + alsoShown(result));
  }

  static String target(Row row) {
    return (row.loop().moreIsBetter() ? ">= " : "<= ") + number(row.target());
  }

  private static String alsoShown(RowResult result) {
    List<Contender> others = result.row().alsoShown();
    return others.stream()
        .map(other -> "  " + other.label() + " " + shown(result, other))
        .collect(Collectors.joining(","));
  }

  private static String shown(RowResult result, Contender contender) {
    double median = Statistics.median(result.figures(contender));
    return number(result.row().loop().shown(median));
  }

  private static String line(Object... columns) {
    return String.format(Locale.ROOT, LAYOUT, columns).stripTrailing();
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
  }
}
