package osu.compare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import osu.compare.launch.Contender;
import osu.compare.row.Figures;
import osu.compare.row.Loop;

/**
 * Draws {@link OsuBars} as SVG: a line for each call, a column for each number of ranks, and bars
 * that begin at ob1j's time, on a logarithmic axis; to its right are those that take longer. The
 * fonts are the viewer's, so that Java needs none.
 */
public final class OsuPicture {
  private static final String TITLE =
      "OSU's benchmarks with Java arrays over shared memory: time, ob1j's = 1 (log scale)";
  private static final int WIDTH = 900;
  private static final int LABELS_WIDTH = 112;
  private static final int MARGIN = 46;
  private static final int TOP = 96;
  private static final int BAR = 11;
  private static final int GAP = 9;
  private static final double[] TICKS = {
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000
  };
  private static final String OB1J_COLOUR = "#1b6ca8";
  private static final String HINT = "#555";

  private final OsuBars bars;
  private final Svg svg = new Svg();
  private final int columnWidth;
  private final int lineHeight;
  private final int bottom;
  private final double least;
  private final double most;

  private OsuPicture(OsuBars bars) {
    this.bars = bars;
    columnWidth = (WIDTH - LABELS_WIDTH) / bars.ranks().size();
    lineHeight = BAR * bars.contenders().size() + GAP;
    bottom = TOP + lineHeight * bars.loops().size();
    double shortest = bars.bars().stream().mapToDouble(OsuBars.Bar::timesOb1j).min().orElse(1);
    double longest = bars.bars().stream().mapToDouble(OsuBars.Bar::timesOb1j).max().orElse(1);
    least = Math.min(0.5, shortest);
    most = Math.max(2, longest);
  }

  /**
   * Writes osu.svg.
   *
   * @param folder where to; made if it is missing
   * @param origin commit, machine and date, for the footer
   */
  public static Path draw(OsuBars bars, Path folder, String origin) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve("osu.svg"), new OsuPicture(bars).svg(origin));
  }

  static String text(OsuBars bars, String origin) {
    return new OsuPicture(bars).svg(origin);
  }

  private String svg(String origin) {
    List<String> footer = new ArrayList<>(List.of(method(), remarks()));
    if (bars.isIncomplete()) {
      footer.add("No figure: it failed or did not end, at one size at least.");
    }
    footer.addAll(List.of(origin.split("; ")));
    int height = bottom + 40 + 16 * footer.size();
    svg.rectangle(0, 0, WIDTH, height, "#fff");
    svg.text(14, 28, 18, "start", "#000", TITLE);
    legend();
    for (int column = 0; column < bars.ranks().size(); column++) {
      column(LABELS_WIDTH + column * columnWidth, bars.ranks().get(column));
    }
    for (int line = 0; line < bars.loops().size(); line++) {
      svg.text(
          LABELS_WIDTH - 6, middle(line) + 4, 13, "end", "#000", bars.loops().get(line).title());
    }
    for (int line = 0; line < footer.size(); line++) {
      svg.text(14, bottom + 44 + 16 * line, 11, "start", HINT, footer.get(line));
    }
    return svg.document(WIDTH, height);
  }

  private String method() {
    return "Geometric means over all sizes, at most "
        + Figures.size(bars.largestBytes())
        + ", by OSU's schedule: from the first message on, JVM compilation included; "
        + (bars.rounds() == 1 ? "one round." : "medians of " + bars.rounds() + " rounds.");
  }

  private String remarks() {
    String openMpi =
        "Open MPI's non-blocking calls take no arrays: its windows are of blocking calls.";
    return bars.contenders().contains(Contender.MPJ_EXPRESS)
        ? openMpi + " MPJ Express: multicore configuration, its ranks are threads of one JVM."
        : openMpi;
  }

  private void legend() {
    int x = 14;
    svg.rectangle(x + 4, 42, 2, 14, OB1J_COLOUR);
    svg.text(x + 16, 53, 13, "start", "#000", "ob1j");
    x += 66;
    for (Contender contender : bars.contenders()) {
      svg.rectangle(x, 44, 12, BAR, colour(contender));
      svg.text(x + 18, 53, 13, "start", "#000", label(contender));
      x += 190;
    }
  }

  private void column(int left, int ranks) {
    svg.text(x(left, 1), TOP - 22, 13, "middle", "#000", ranks + " ranks");
    svg.text(x(left, 1) - 8, TOP - 7, 11, "end", HINT, "quicker");
    svg.text(x(left, 1) + 8, TOP - 7, 11, "start", HINT, "slower than ob1j");
    for (double tick : TICKS) {
      if (tick >= least && tick <= most) {
        svg.rectangle(x(left, tick), TOP, 1, bottom - TOP, "#ddd");
        svg.text(
            x(left, tick),
            bottom + 14,
            11,
            "middle",
            HINT,
            tick < 1 ? "" + tick : "" + Math.round(tick));
      }
    }
    for (int line = 0; line < bars.loops().size(); line++) {
      Loop loop = bars.loops().get(line);
      if (bars.places().contains(new OsuBars.Place(loop, ranks))) {
        line(left, line, loop, ranks);
      }
    }
    svg.rectangle(x(left, 1) - 1, TOP - 4, 2, bottom - TOP + 4, OB1J_COLOUR);
  }

  private void line(int left, int line, Loop loop, int ranks) {
    double y = middle(line) - BAR * bars.contenders().size() / 2.0;
    for (Contender contender : bars.contenders()) {
      OsuBars.Bar bar = bars.bar(loop, ranks, contender);
      double one = x(left, 1);
      if (bar == null) {
        svg.text(one + 6, y + BAR - 1, 10, "start", HINT, "no figure");
      } else {
        double end = x(left, bar.timesOb1j());
        svg.rectangle(Math.min(one, end), y, Math.abs(end - one), BAR - 1, colour(contender));
        boolean slower = end >= one;
        double place = end + (slower ? 4 : -4);
        svg.text(place, y + BAR - 1, 10, slower ? "start" : "end", "#000", number(bar.timesOb1j()));
      }
      y += BAR;
    }
  }

  private double middle(int line) {
    return TOP + (line + 0.5) * lineHeight;
  }

  private double x(int left, double times) {
    double share = Math.log(times / least) / Math.log(most / least);
    return left + MARGIN + share * (columnWidth - 2 * MARGIN);
  }

  private static String colour(Contender contender) {
    return contender == Contender.MPJ_EXPRESS ? "#9aa5b1" : "#e0a458";
  }

  private static String label(Contender contender) {
    return contender == Contender.OPENMPI_JAVA ? "Open MPI's Java bindings" : contender.label();
  }

  /** Two digits, so that what is written tells no more than what was measured. */
  static String number(double value) {
    String digits = value >= 9.95 ? "%.0f" : value >= 0.995 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, digits, value);
  }
}
