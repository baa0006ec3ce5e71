package org.ob1j.tests.cover;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Few combinations of factors in which every two values of different factors meet: a failure that
 * takes two values to show shows in one of them. Each is the best of some drawn at random, by how
 * many pairs it adds.
 */
final class PairwiseCover {
  private static final int CANDIDATES = 200;

  private record Pair(int factor, int value, int otherFactor, int otherValue) {}

  private PairwiseCover() {}

  /**
   * The combinations, each with the index of a value for every factor.
   *
   * @param values how many values each factor has
   */
  static List<int[]> of(long seed, int... values) {
    Random random = new Random(seed);
    Set<Pair> missing = allPairs(values);
    List<int[]> cover = new ArrayList<>();
    while (!missing.isEmpty()) {
      int[] best = null;
      for (int i = 0; i < CANDIDATES; i++) {
        int[] candidate = candidate(random, values, missing.iterator().next());
        if (best == null || added(candidate, missing) > added(best, missing)) {
          best = candidate;
        }
      }
      missing.removeAll(pairs(best));
      cover.add(best);
    }
    return cover;
  }

  /** All combinations. */
  static List<int[]> product(int... values) {
    List<int[]> all = new ArrayList<>(List.of(new int[0]));
    for (int count : values) {
      List<int[]> longer = new ArrayList<>();
      for (int[] shorter : all) {
        for (int value = 0; value < count; value++) {
          int[] combination = java.util.Arrays.copyOf(shorter, shorter.length + 1);
          combination[shorter.length] = value;
          longer.add(combination);
        }
      }
      all = longer;
    }
    return all;
  }

  /** A random combination with a pair, so that each adds one at least. */
  private static int[] candidate(Random random, int[] values, Pair pair) {
    int[] candidate = new int[values.length];
    for (int factor = 0; factor < values.length; factor++) {
      candidate[factor] = random.nextInt(values[factor]);
    }
    candidate[pair.factor()] = pair.value();
    candidate[pair.otherFactor()] = pair.otherValue();
    return candidate;
  }

  private static int added(int[] candidate, Set<Pair> missing) {
    int added = 0;
    for (Pair pair : pairs(candidate)) {
      added += missing.contains(pair) ? 1 : 0;
    }
    return added;
  }

  private static Set<Pair> allPairs(int[] values) {
    Set<Pair> pairs = new HashSet<>();
    product(values).forEach(combination -> pairs.addAll(pairs(combination)));
    return pairs;
  }

  /** The pairs of values that meet in a combination. */
  private static Set<Pair> pairs(int[] combination) {
    Set<Pair> pairs = new HashSet<>();
    for (int factor = 0; factor < combination.length; factor++) {
      for (int other = factor + 1; other < combination.length; other++) {
        pairs.add(new Pair(factor, combination[factor], other, combination[other]));
      }
    }
    return pairs;
  }
}
