package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is kept for some ranks of a job: takes room for those alone, however many there are. A
 * lookup allocates nothing. Not thread-safe.
 *
 * <pre>
 *   ranks    | 7 | – | 3 | – |     a rank is where its hash says, or behind others there
 *   values   | … | – | … | – |
 * </pre>
 */
public final class RankTable<T> {
  private static final int NOBODY = -1;
  private static final int FIRST_SLOTS = 4;

  /** Spreads ranks that have a stride over the slots. */
  private static final int SPREAD = 0x9E3779B9;

  /** As many as a power of two, more than half of them empty. */
  private int[] ranks = new int[FIRST_SLOTS];

  private Object[] values = new Object[FIRST_SLOTS];

  /** Leaves as many of a hash's highest bits as number the slots. */
  private int shift = Integer.SIZE - Integer.numberOfTrailingZeros(FIRST_SLOTS);

  private int count;

  /** An empty table. */
  public RankTable() {
    Arrays.fill(ranks, NOBODY);
  }

  /** What is kept for a rank, which is at least 0; null if there is nothing. */
  @SuppressWarnings("unchecked")
  public T get(int rank) {
    return (T) values[slotOf(rank)];
  }

  /**
   * Keeps something for a rank, in the place of what was kept for it; null is allowed.
   *
   * @throws IllegalArgumentException if the rank is negative
   */
  public void put(int rank, T value) {
    if (rank < 0) {
      throw new IllegalArgumentException("rank " + rank + " is negative");
    }
    int slot = slotOf(rank);
    if (ranks[slot] == NOBODY) {
      ranks[slot] = rank;
      count++;
    }
    values[slot] = value;
    if (2 * count >= ranks.length) {
      grow();
    }
  }

  /** Where the rank is, or would be. */
  private int slotOf(int rank) {
    int mask = ranks.length - 1;
    int slot = rank * SPREAD >>> shift;
    while (ranks[slot] != rank && ranks[slot] != NOBODY) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    int[] before = ranks;
    Object[] kept = values;
    shift--;
    ranks = new int[2 * before.length];
    values = new Object[ranks.length];
    Arrays.fill(ranks, NOBODY);
    for (int i = 0; i < before.length; i++) {
      if (before[i] != NOBODY) {
        int slot = slotOf(before[i]);
        ranks[slot] = before[i];
        values[slot] = kept[i];
      }
    }
  }

  /** The ranks for which something is kept, in ascending order. */
  public int[] ranks() {
    int[] found = new int[count];
    int next = 0;
    for (int i = 0; i < ranks.length; i++) {
      if (values[i] != null) {
        found[next++] = ranks[i];
      }
    }
    int[] sorted = Arrays.copyOf(found, next);
    Arrays.sort(sorted);
    return sorted;
  }

  /** What is kept, in the order of the ranks: a copy, so the table may change meanwhile. */
  public List<T> values() {
    List<T> found = new ArrayList<>();
    for (int rank : ranks()) {
      found.add(get(rank));
    }
    return found;
  }
}
