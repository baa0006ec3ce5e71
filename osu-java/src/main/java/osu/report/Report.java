package osu.report;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import osu.options.Options;
import osu.options.UsageException;

/**
 * What rank 0 prints and keeps: a table of sizes and figures, and the raw samples.
 *
 * <p>Most benchmarks have one figure, some have several columns of them.
 */
public final class Report implements AutoCloseable {
  private final PrintStream out;
  private final boolean validated;
  private final PrintWriter samples;

  /**
   * @param out where the table goes; left open
   * @param options say whether there are a validation and a file of samples
   * @param columns how many figures a chunk has
   */
  public Report(PrintStream out, Options options, int columns) throws UsageException {
    this.out = out;
    validated = options.validate();
    samples = options.samplesFile() == null ? null : open(options.samplesFile(), columns);
  }

  public void header(String benchmark, List<String> figures, String how) {
    out.println("# " + benchmark + ": " + how);
    StringBuilder line = new StringBuilder(String.format("%-10s", "# Size"));
    figures.forEach(figure -> line.append(String.format(" %20s", figure)));
    out.println(line + (validated ? "   Validation" : ""));
  }

  /** Figures by chunk and column. */
  public void row(int bytes, double[][] chunkFigures, int mismatches) {
    String verdict = mismatches == 0 ? "Pass" : "Fail: " + mismatches + " bytes differ";
    StringBuilder line = new StringBuilder(String.format("%-10d", bytes));
    for (int column = 0; column < chunkFigures[0].length; column++) {
      int figure = column;
      double[] samples = Arrays.stream(chunkFigures).mapToDouble(row -> row[figure]).toArray();
      line.append(String.format(Locale.ROOT, " %20.3f", Statistics.median(samples)));
    }
    out.println(line + (validated ? "   " + verdict : ""));
    out.flush();
    if (samples != null) {
      for (int chunk = 0; chunk < chunkFigures.length; chunk++) {
        String values =
            Arrays.stream(chunkFigures[chunk])
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(","));
        samples.println(bytes + "," + chunk + "," + values);
      }
    }
  }

  @Override
  public void close() {
    if (samples != null) {
      samples.close();
    }
  }

  private static PrintWriter open(String file, int columns) throws UsageException {
    try {
      PrintWriter writer =
          new PrintWriter(Files.newBufferedWriter(Path.of(file), StandardCharsets.UTF_8));
      StringBuilder heading = new StringBuilder("bytes,chunk,value");
      for (int column = 2; column <= columns; column++) {
        heading.append(",value").append(column);
      }
      writer.println(heading);
      return writer;
    } catch (IOException e) {
      throw new UsageException("--samples " + file + " cannot be written: " + e);
    }
  }
}
