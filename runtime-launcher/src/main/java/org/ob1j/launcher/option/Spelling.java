package org.ob1j.launcher.option;

import java.util.Collection;
import java.util.Comparator;

/** What a word may be a slip of the fingers for. */
public final class Spelling {
  /** A word that differs in more letters is another one. */
  private static final int MAX_SLIPS = 3;

  private Spelling() {}

  /**
   * The known word that is most like this one; of several, the first in the alphabet.
   *
   * @return null if none is like it
   */
  public static String closest(Collection<String> known, String word) {
    return known.stream()
        .filter(each -> slips(each, word) <= MAX_SLIPS)
        .min(
            Comparator.comparingInt((String each) -> slips(each, word))
                .thenComparing(Comparator.naturalOrder()))
        .orElse(null);
  }

  /** How many letters must be changed, left out or put in to make one word the other. */
  static int slips(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
