package osu;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What rank 0 prints and keeps: a table of sizes and figures, and the raw samples. */
final class Report implements AutoCloseable {
  private final boolean validated;
  private final PrintWriter samples;

  Report(Options options) throws UsageException {
    validated = options.validate();
    samples = options.samplesFile() == null ? null : open(options.samplesFile());
  }

  void header(String benchmark, String figure, String how) {
    System.out.println("# " + benchmark + ": " + how);
    System.out.printf("%-10s %20s%s%n", "# Size", figure, validated ? "   Validation" : "");
  }

  void row(int bytes, double[] chunkFigures, int mismatches) {
    String verdict = mismatches == 0 ? "Pass" : "Fail: " + mismatches + " bytes differ";
    System.out.printf(
        Locale.ROOT,
        "%-10d %20.3f%s%n",
        bytes,
        Statistics.median(chunkFigures),
        validated ? "   " + verdict : "");
    System.out.flush();
    if (samples != null) {
      for (int chunk = 0; chunk < chunkFigures.length; chunk++) {
        samples.println(bytes + "," + chunk + "," + chunkFigures[chunk]);
      }
    }
  }

  @Override
  public void close() {
    if (samples != null) {
      samples.close();
    }
  }

  private static PrintWriter open(String file) throws UsageException {
    try {
      PrintWriter writer =
          new PrintWriter(Files.newBufferedWriter(Path.of(file), StandardCharsets.UTF_8));
      writer.println("bytes,chunk,value");
      return writer;
    } catch (IOException e) {
      throw new UsageException("--samples " + file + " cannot be written: " + e);
    }
  }
}
