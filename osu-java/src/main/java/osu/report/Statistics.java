package osu.report;

import java.util.Arrays;

/** Medians and what else is said about samples. */
public final class Statistics {
  private Statistics() {}

  /**
   * The middle sample, or the mean of the two in the middle.
   *
   * @throws IllegalArgumentException if there is no sample
   */
  public static double median(double... samples) {
    if (samples.length == 0) {
      throw new IllegalArgumentException("the median of no samples");
    }
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
