package org.ob1j.btl.sm.buffer;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The ranges of a file that nobody uses. Neighbours are one. Not thread-safe. */
final class FreeRanges {
  private static final int LENGTH_SHIFT = 32;

  private final TreeMap<Integer, Integer> lengths = new TreeMap<>();

  /** Length, then beginning: the shortest range that is long enough is found at once. */
  private final TreeSet<Long> byLength = new TreeSet<>();

  /**
   * Takes a part of the shortest range that is long enough.
   *
   * @return where it begins; -1 if there is none
   */
  int take(int lengthBytes) {
    Long found = byLength.ceiling((long) lengthBytes << LENGTH_SHIFT);
    if (found == null) {
      return -1;
    }
    int begin = found.intValue();
    int length = remove(begin);
    if (length > lengthBytes) {
      add(begin + lengthBytes, length - lengthBytes);
    }
    return begin;
  }

  /**
   * Takes the range that ends at an offset.
   *
   * @return where it begins; the offset itself if there is none
   */
  int takeEndingAt(int end) {
    Map.Entry<Integer, Integer> last = lengths.lowerEntry(end);
    if (last == null || last.getKey() + last.getValue() != end) {
      return end;
    }
    remove(last.getKey());
    return last.getKey();
  }

  /** A range that was taken, or is new, is free. */
  void give(int begin, int lengthBytes) {
    int first = takeEndingAt(begin);
    int end = begin + lengthBytes;
    if (lengths.containsKey(end)) {
      end += remove(end);
    }
    add(first, end - first);
  }

  private void add(int begin, int lengthBytes) {
    lengths.put(begin, lengthBytes);
    byLength.add(key(begin, lengthBytes));
  }

  private int remove(int begin) {
    int length = lengths.remove(begin);
    byLength.remove(key(begin, length));
    return length;
  }

  private static long key(int begin, int lengthBytes) {
    return (long) lengthBytes << LENGTH_SHIFT | begin;
  }
}
