package org.ob1j.bml;

/**
 * How a run of bytes is divided among rails: in proportion to their bandwidths, as Open MPI's
 * bml/r2 weighs them, in whole cache lines. What is too little for a rail to be worth its overhead
 * goes by the others.
 */
final class Striping {
  private static final int CACHE_LINE_BYTES = 64;

  private Striping() {}

  /**
   * The length of each rail's share.
   *
   * @param lengthBytes at least 0
   * @param bandwidths one for each rail, at least 0; if all are 0 the rails count as equal, else
   *     one of 0 gets nothing
   * @param leastBytes the shortest share that is worth it, for each rail; the rail with the highest
   *     bandwidth takes any
   * @return as many lengths as there are rails, which add up
   */
  public static long[] shares(long lengthBytes, int[] bandwidths, int[] leastBytes) {
    double[] weights = weights(bandwidths);
    int strongest = strongest(weights);
    long[] shares = proportional(lengthBytes, weights, strongest);
    int excluded = leastWorthwhile(shares, weights, leastBytes, strongest);
    while (excluded >= 0) {
      weights[excluded] = 0;
      shares = proportional(lengthBytes, weights, strongest);
      excluded = leastWorthwhile(shares, weights, leastBytes, strongest);
    }
    return shares;
  }

  private static double[] weights(int[] bandwidths) {
    double[] weights = new double[bandwidths.length];
    double total = 0;
    for (int i = 0; i < weights.length; i++) {
      weights[i] = bandwidths[i];
      total += weights[i];
    }
    if (total == 0) {
      java.util.Arrays.fill(weights, 1);
    }
    return weights;
  }

  private static int strongest(double[] weights) {
    int strongest = 0;
    for (int i = 1; i < weights.length; i++) {
      if (weights[i] > weights[strongest]) {
        strongest = i;
      }
    }
    return strongest;
  }

  /** The strongest rail also takes what rounding leaves. */
  private static long[] proportional(long lengthBytes, double[] weights, int strongest) {
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    long[] shares = new long[weights.length];
    long left = lengthBytes;
    for (int i = 0; i < shares.length; i++) {
      if (i != strongest) {
        long share = (long) (lengthBytes * (weights[i] / total)) & -CACHE_LINE_BYTES;
        shares[i] = Math.min(share, left);
        left -= shares[i];
      }
    }
    shares[strongest] = left;
    return shares;
  }

  /** The weakest of the rails whose share is not worth it; -1 if there is none. */
  private static int leastWorthwhile(
      long[] shares, double[] weights, int[] leastBytes, int strongest) {
    int weakest = -1;
    for (int i = 0; i < shares.length; i++) {
      if (i != strongest
          && weights[i] > 0
          && shares[i] < leastBytes[i]
          && (weakest < 0 || weights[i] < weights[weakest])) {
        weakest = i;
      }
    }
    return weakest;
  }
}
