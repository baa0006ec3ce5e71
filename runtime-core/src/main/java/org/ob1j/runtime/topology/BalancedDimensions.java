package org.ob1j.runtime.topology;

import java.util.Arrays;

/**
 * Lengths of a grid's dimensions that are close to each other (MPI standard, MPI_Dims_create). The
 * prime factors, from the greatest to the smallest, each go to the dimension that is shortest so
 * far, as Open MPI does it: where the standard leaves a choice, programs get the same grid.
 */
public final class BalancedDimensions {
  private BalancedDimensions() {}

  /**
   * Sets the lengths that are 0, so that the product of all is the number of processes.
   *
   * @param processes a multiple of the product of the others, and that product if none is 0
   */
  public static void complete(int processes, int[] lengths) {
    int left = processes;
    int free = 0;
    for (int length : lengths) {
      left /= length == 0 ? 1 : length;
      free += length == 0 ? 1 : 0;
    }
    int[] chosen = of(left, free);
    int next = 0;
    for (int i = 0; i < lengths.length; i++) {
      if (lengths[i] == 0) {
        lengths[i] = chosen[next++];
      }
    }
  }

  /**
   * Lengths whose product is the number of processes, none greater than the one before.
   *
   * @param processes at least 1
   * @param dimensions at least 0; none for a single process
   */
  static int[] of(int processes, int dimensions) {
    int[] lengths = new int[dimensions];
    Arrays.fill(lengths, 1);
    int[] factors = primeFactors(processes);
    for (int i = factors.length - 1; i >= 0; i--) {
      lengths[shortest(lengths)] *= factors[i];
    }
    Arrays.sort(lengths);
    int[] falling = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      falling[i] = lengths[dimensions - 1 - i];
    }
    return falling;
  }

  /** In rising order. */
  private static int[] primeFactors(int number) {
    int[] factors = new int[Integer.SIZE];
    int count = 0;
    int left = number;
    for (int candidate = 2; (long) candidate * candidate <= left; candidate++) {
      while (left % candidate == 0) {
        factors[count++] = candidate;
        left /= candidate;
      }
    }
    if (left > 1) {
      factors[count++] = left;
    }
    return Arrays.copyOf(factors, count);
  }

  private static int shortest(int[] lengths) {
    int found = 0;
    for (int i = 1; i < lengths.length; i++) {
      if (lengths[i] < lengths[found]) {
        found = i;
      }
    }
    return found;
  }
}
