package org.ob1j.runtime.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ob1j.runtime.job.RankTable;

/** What a rank has looked up of the modex since the last fence. For any thread. */
final class FetchedValues {
  private final Map<String, RankTable<byte[]>> byKey = new HashMap<>();
  private int fences;

  /** What is known of a rank; null if nothing. */
  synchronized byte[] get(int rank, String key) {
    RankTable<byte[]> values = byKey.get(key);
    return values == null ? null : values.get(rank);
  }

  /** How many fences have ended. */
  synchronized int fences() {
    return fences;
  }

  /**
   * Keeps an answer unless a fence has ended since it was asked for.
   *
   * @param values of the ranks from the first on; null for one that has published nothing
   * @param fencesBefore what {@link #fences} said then
   */
  synchronized void keep(List<byte[]> values, int firstRank, String key, int fencesBefore) {
    if (fences != fencesBefore) {
      return;
    }
    RankTable<byte[]> known = byKey.get(key);
    if (known == null) {
      known = new RankTable<>();
      byKey.put(key, known);
    }
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) != null) {
        known.put(firstRank + i, values.get(i));
      }
    }
  }

  /** A fence has ended: what was looked up before may have been published anew. */
  synchronized void forget() {
    fences++;
    byKey.clear();
  }
}
