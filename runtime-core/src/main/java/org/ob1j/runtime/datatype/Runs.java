package org.ob1j.runtime.datatype;

import java.util.Arrays;

/**
 * Where the data of one element of a datatype lies, in the order in which it is sent: groups of
 * blocks of one length at one distance from each other. A vector is one group, whatever its count;
 * an irregular datatype is a group for each run of bytes. Immutable.
 *
 * <pre>
 *   group:   first ■■■■■──────■■■■■──────■■■■■      count 3
 *                  |block|                          all lengths in bytes
 *                  |◄─ stride ─►|
 * </pre>
 */
final class Runs {
  private final long[] first;
  private final long[] block;
  private final long[] stride;
  private final long[] count;

  /** Where each group begins in the message; behind the last, the size of all. */
  private final long[] start;

  private final long firstByte;
  private final long endByte;

  Runs(long[] first, long[] block, long[] stride, long[] count) {
    this.first = first;
    this.block = block;
    this.stride = stride;
    this.count = count;
    start = new long[first.length + 1];
    long low = first.length == 0 ? 0 : Long.MAX_VALUE;
    long high = first.length == 0 ? 0 : Long.MIN_VALUE;
    for (int group = 0; group < first.length; group++) {
      long span = Math.multiplyExact(count[group] - 1, stride[group]);
      start[group + 1] =
          Math.addExact(start[group], Math.multiplyExact(block[group], count[group]));
      low = Math.min(low, first[group] + Math.min(0, span));
      high = Math.max(high, first[group] + Math.max(0, span) + block[group]);
    }
    firstByte = low;
    endByte = high;
  }

  /** One run of bytes. */
  static Runs one(long first, long bytes) {
    return new RunsBuilder().add(first, bytes, bytes, 1).build();
  }

  /** How many groups there are. */
  int groups() {
    return first.length;
  }

  /** Where a group's first block lies, from the element's origin. */
  long first(int group) {
    return first[group];
  }

  /** The length of each block of a group. */
  long block(int group) {
    return block[group];
  }

  /** From one block of a group to the next. */
  long stride(int group) {
    return stride[group];
  }

  /** How many blocks a group has. */
  long count(int group) {
    return count[group];
  }

  /** Where a group begins in the message. */
  long start(int group) {
    return start[group];
  }

  /** All data bytes. */
  long sizeBytes() {
    return start[first.length];
  }

  /** Where the first byte lies, from the element's origin. */
  long firstByte() {
    return firstByte;
  }

  /** Where the last byte ends. */
  long endByte() {
    return endByte;
  }

  /** True if all data is one run of bytes, or nothing. */
  boolean isOneRun() {
    return first.length == 0 || first.length == 1 && count[0] == 1;
  }

  /** True if all data is one run of bytes that begins there, or nothing. */
  boolean isOneRunAt(long offset) {
    return isOneRun() && (first.length == 0 || first[0] == offset);
  }

  /** The group in which a byte of the message lies, which there must be. */
  int groupOf(long position) {
    int found = Arrays.binarySearch(start, position);
    return found >= 0 ? found : -found - 2;
  }
}
