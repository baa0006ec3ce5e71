package osu.compare.row;

import java.util.Arrays;
import osu.report.Statistics;

/**
 * A row's outcome.
 *
 * @param figure ob1j's: the median over rounds of each round's median chunk
 * @param referenceFigure the same of the reference
 * @param ratio ob1j's figure by the reference's: the median over rounds, each of which compares
 *     what was measured within a minute, however much the machine changes between rounds
 * @param lowestRatio the lowest ratio within one round
 * @param highestRatio the highest ratio within one round
 * @param passed whether the ratio reaches the row's target
 */
record Verdict(
    double figure,
    double referenceFigure,
    double ratio,
    double lowestRatio,
    double highestRatio,
    boolean passed) {

  /**
   * Compares what the rounds gave; both arrays have an entry for each round.
   *
   * @throws IllegalArgumentException if the rounds are not as many, or none
   */
  static Verdict of(SteadyRow row, double[] figures, double[] referenceFigures) {
    if (figures.length != referenceFigures.length) {
      throw new IllegalArgumentException(
          figures.length + " rounds against " + referenceFigures.length);
    }
    double figure = Statistics.median(figures);
    double referenceFigure = Statistics.median(referenceFigures);
    double[] ratios = new double[figures.length];
    Arrays.setAll(ratios, round -> figures[round] / referenceFigures[round]);
    Arrays.sort(ratios);
    double ratio = Statistics.median(ratios);
    boolean passed = row.loop().moreIsBetter() ? ratio >= row.wanted() : ratio <= row.wanted();
    return new Verdict(
        figure, referenceFigure, ratio, ratios[0], ratios[ratios.length - 1], passed);
  }
}
