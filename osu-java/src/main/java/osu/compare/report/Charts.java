package osu.compare.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import osu.compare.launch.Contender;
import osu.compare.row.Row;
import osu.compare.row.RowResult;
import osu.compare.row.SteadyRow;
import osu.report.Statistics;

/**
 * Draws the results of the steady state: bars of ob1j beside those of Open MPI, a chart for each
 * kind of figure and transport, as PNG and as SVG.
 */
public final class Charts {
  private static final List<Contender> SHOWN =
      List.of(Contender.OB1J, Contender.OPENMPI_C, Contender.OPENMPI_JAVA);
  private static final Color[] COLOURS = {
    new Color(0x1B6CA8), new Color(0x9AA5B1), new Color(0xE0A458)
  };
  private static final int HEIGHT_PIXELS = 480;
  private static final int WIDTH_OF_ROW_PIXELS = 110;
  private static final int MIN_WIDTH_PIXELS = 700;

  private Charts() {}

  /** Whether Java finds a font here, which headless machines often lack. */
  public static boolean isPossible() {
    try {
      return GraphicsEnvironment.getLocalGraphicsEnvironment().getAllFonts().length != 0;
    } catch (InternalError | NullPointerException noFontConfiguration) {
      return false;
    }
  }

  /**
   * Writes the charts.
   *
   * @param folder where to; made if it is missing
   * @param origin what is said below the title: commit and machine
   * @return the files written
   */
  public static List<Path> draw(List<RowResult> results, Path folder, String origin)
      throws IOException {
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, List<RowResult>> group : groups(results).entrySet()) {
      CategoryChart chart = chart(group.getKey(), group.getValue(), origin);
      String name = group.getKey().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      Path png = folder.resolve(name + ".png");
      Path svg = folder.resolve(name + ".svg");
      BitmapEncoder.saveBitmap(chart, png.toString(), BitmapFormat.PNG);
      VectorGraphicsEncoder.saveVectorGraphic(chart, svg.toString(), VectorGraphicsFormat.SVG);
      files.add(png);
      files.add(svg);
    }
    return files;
  }

  /**
   * The rows of the steady state that share a chart, by its title. Rows without Open MPI have
   * nothing to compare.
   */
  public static Map<String, List<RowResult>> groups(List<RowResult> results) {
    Map<String, List<RowResult>> groups = new LinkedHashMap<>();
    for (RowResult result : results) {
      if (result.row() instanceof SteadyRow row
          && !result.failed()
          && row.reference().isOpenMpi()) {
        groups.computeIfAbsent(title(row), title -> new ArrayList<>()).add(result);
      }
    }
    return groups;
  }

  private static String title(SteadyRow row) {
    String transport = row.transport().title();
    return switch (row.loop()) {
      case LATENCY -> "Latency, " + transport;
      case BANDWIDTH -> "Bandwidth, " + transport;
      case MESSAGE_RATE -> "Message rate, " + transport;
      case TOKEN_RING -> "Token round, " + transport;
      default -> "Collectives of " + row.ranks() + " ranks, " + transport;
    };
  }

  private static CategoryChart chart(String title, List<RowResult> rows, String origin) {
    SteadyRow any = (SteadyRow) rows.get(0).row();
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(Math.max(MIN_WIDTH_PIXELS, WIDTH_OF_ROW_PIXELS * rows.size()))
            .height(HEIGHT_PIXELS)
            .title(title + " (" + (any.loop().moreIsBetter() ? "more" : "less") + " is better)")
            .xAxisTitle(origin)
            .yAxisTitle(any.loop().unit().replace("us", "µs"))
            .build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
    chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setAxisTitleFont(new Font(Font.SANS_SERIF, Font.PLAIN, 10));
    chart.getStyler().setSeriesColors(COLOURS);
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.getStyler().setXAxisLabelRotation(rows.size() > 5 ? 30 : 0);
    if (rows.size() > 1 && !any.loop().moreIsBetter()) {
      chart.getStyler().setYAxisLogarithmic(true);
      chart.getStyler().setYAxisMin(Math.pow(10, Math.floor(Math.log10(least(rows)))));
    }
    chart.getStyler().setLabelsVisible(true);
    for (Contender contender : SHOWN) {
      addSeries(chart, rows, contender);
    }
    return chart;
  }

  /** The transport is in the title of the chart. */
  private static String label(Row row) {
    return row.title()
        .replaceAll(", (array|direct|ordinary)$", " $1")
        .replaceFirst("^latency ", "");
  }

  /** What is written on a bar; more digits would tell nothing and find no room. */
  static double rounded(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(3)).doubleValue();
  }

  private static double least(List<RowResult> rows) {
    return rows.stream()
        .flatMapToDouble(
            result ->
                result.contenders().stream()
                    .flatMapToDouble(contender -> Arrays.stream(result.figures(contender))))
        .min()
        .orElse(1);
  }

  /** A contender that was not run for some of the rows has no bars there. */
  private static void addSeries(CategoryChart chart, List<RowResult> rows, Contender contender) {
    List<String> names = new ArrayList<>();
    List<Double> medians = new ArrayList<>();
    for (RowResult result : rows) {
      if (result.contenders().contains(contender) && result.figures(contender).length != 0) {
        names.add(label(result.row()));
        medians.add(rounded(Statistics.median(result.figures(contender))));
      }
    }
    if (!medians.isEmpty()) {
      String name = contender == Contender.OPENMPI_JAVA ? "Open MPI Java" : contender.label();
      chart.addSeries(name, names, medians);
    }
  }
}
