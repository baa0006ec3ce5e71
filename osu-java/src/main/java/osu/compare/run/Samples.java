package osu.compare.run;

import java.util.ArrayList;
import java.util.List;

/**
 * The file that {@code --samples} writes: a heading, then bytes, chunk and figures, of which the
 * first counts.
 */
final class Samples {
  private static final String HEADING = "bytes,chunk,value";

  private Samples() {}

  /**
   * All samples.
   *
   * @throws RunException if this is not such a file, or it holds no figure above 0
   */
  static List<Sample> parse(List<String> lines) throws RunException {
    if (lines.size() < 2 || !lines.get(0).startsWith(HEADING)) {
      throw new RunException("the samples file holds no samples");
    }
    List<Sample> samples = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      samples.add(parse(line));
    }
    return samples;
  }

  private static Sample parse(String line) throws RunException {
    String[] fields = line.split(",", -1);
    try {
      if (fields.length >= 3) {
        Sample sample = new Sample(Integer.parseInt(fields[0]), Double.parseDouble(fields[2]));
        if (sample.value() > 0 && !Double.isInfinite(sample.value())) {
          return sample;
        }
      }
    } catch (NumberFormatException wrong) {
      throw new RunException("not a sample: " + line);
    }
    throw new RunException("not a sample: " + line);
  }
}
