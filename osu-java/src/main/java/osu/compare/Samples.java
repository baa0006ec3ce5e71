package osu.compare;

import java.util.List;

/**
 * The file that {@code --samples} writes: a heading, then bytes, chunk and figures, of which the
 * first counts.
 */
final class Samples {
  private static final String HEADING = "bytes,chunk,value";

  private Samples() {}

  /**
   * The figures of all chunks.
   *
   * @throws RunException if this is not such a file, or it holds no figure above 0
   */
  static double[] values(List<String> lines) throws RunException {
    if (lines.size() < 2 || !lines.get(0).startsWith(HEADING)) {
      throw new RunException("the samples file holds no samples");
    }
    double[] values = new double[lines.size() - 1];
    for (int i = 0; i < values.length; i++) {
      String line = lines.get(i + 1);
      String[] fields = line.split(",", -1);
      try {
        values[i] = fields.length >= 3 ? Double.parseDouble(fields[2]) : Double.NaN;
      } catch (NumberFormatException e) {
        values[i] = Double.NaN;
      }
      if (!(values[i] > 0) || Double.isInfinite(values[i])) {
        throw new RunException("not a sample: " + line);
      }
    }
    return values;
  }
}
