package org.ob1j.runtime.datatype.layout;

import java.util.Arrays;
import org.ob1j.runtime.memory.NativeService;

/**
 * Where the data of one element of a datatype lies, in the order in which it is sent: groups of
 * blocks of one length. They stand at one distance from each other, so that a vector is one group
 * whatever its count, or the group lists where each lies. Immutable.
 *
 * <pre>
 *   strided:  first ■■■■■──────■■■■■──────■■■■■      count 3
 *                   |block|                          all lengths in bytes
 *                   |◄─ stride ─►|
 *
 *   listed:         ■■■■■──■■■■■─────────■■■■■      count 3
 *                   ▲      ▲             ▲           a place for each
 * </pre>
 */
public final class Runs {
  private final long[] first;
  private final long[] block;
  private final long[] stride;
  private final long[] count;

  /** Where each block of a group lies; null if it has a stride instead. */
  private final long[][] places;

  /**
   * The same places where native code reads them. Threads may race to make one: each sees a whole
   * one or none, and the last one stays.
   */
  private final NativePlaces[] nativePlaces;

  /** The bits that are set in any place or length of a group. */
  private final long[] alignment;

  /** Where each group begins in the message; behind the last, the size of all. */
  private final long[] start;

  private final long firstByte;
  private final long endByte;

  public Runs(long[] first, long[] block, long[] stride, long[] count, long[][] places) {
    this.first = first;
    this.block = block;
    this.stride = stride;
    this.count = count;
    this.places = places;
    nativePlaces = new NativePlaces[first.length];
    alignment = new long[first.length];
    start = new long[first.length + 1];
    long low = first.length == 0 ? 0 : Long.MAX_VALUE;
    long high = first.length == 0 ? 0 : Long.MIN_VALUE;
    for (int group = 0; group < first.length; group++) {
      start[group + 1] =
          Math.addExact(start[group], Math.multiplyExact(block[group], count[group]));
      low = Math.min(low, lowestPlace(group));
      high = Math.max(high, highestPlace(group) + block[group]);
      alignment[group] = alignmentOf(group);
    }
    firstByte = low;
    endByte = high;
  }

  private long lowestPlace(int group) {
    return places[group] == null
        ? first[group] + Math.min(0, Math.multiplyExact(count[group] - 1, stride[group]))
        : Arrays.stream(places[group]).min().getAsLong();
  }

  private long highestPlace(int group) {
    return places[group] == null
        ? first[group] + Math.max(0, Math.multiplyExact(count[group] - 1, stride[group]))
        : Arrays.stream(places[group]).max().getAsLong();
  }

  private long alignmentOf(int group) {
    long bits = block[group] | first[group] | stride[group];
    if (places[group] != null) {
      for (long place : places[group]) {
        bits |= place;
      }
    }
    return bits;
  }

  /** One run of bytes. */
  public static Runs one(long first, long bytes) {
    return new RunsBuilder().add(first, bytes, bytes, 1).build();
  }

  /** How many groups there are. */
  public int groups() {
    return first.length;
  }

  /** The length of each block of a group. */
  public long block(int group) {
    return block[group];
  }

  /** How many blocks a group has. */
  public long count(int group) {
    return count[group];
  }

  /** Where a group begins in the message. */
  public long start(int group) {
    return start[group];
  }

  /** Where a block of a group lies, from the element's origin. */
  public long place(int group, long block) {
    return places[group] == null
        ? first[group] + block * stride[group]
        : places[group][(int) block];
  }

  /** From one block of a group to the next; of no meaning if the group {@link #isListed}. */
  public long stride(int group) {
    return stride[group];
  }

  /** Whether the blocks of a group stand at no one distance. */
  public boolean isListed(int group) {
    return places[group] != null;
  }

  /** How many blocks all groups list. */
  long listedBlocks() {
    long listed = 0;
    for (long[] group : places) {
      listed += group == null ? 0 : group.length;
    }
    return listed;
  }

  /**
   * The bits that are set in any place or length of a group's blocks: all are multiples of 2^k if
   * the lowest k are not.
   */
  public long alignment(int group) {
    return alignment[group];
  }

  /**
   * Says where blocks of a group lie, in elements of the user's buffer.
   *
   * @param from the first of them
   * @param origin where the element of the datatype has its origin, in bytes
   * @param shift the binary logarithm of a buffer element's length
   * @param into filled from index 0 on
   */
  public void places(int group, long from, int blocks, long origin, int shift, int[] into) {
    long[] listed = places[group];
    if (listed == null) {
      long distance = stride[group];
      long at = origin + first[group] + from * distance;
      for (int i = 0; i < blocks; i++) {
        into[i] = (int) (at + i * distance >> shift);
      }
    } else {
      int begin = (int) from;
      for (int i = 0; i < blocks; i++) {
        into[i] = (int) (origin + listed[begin + i] >> shift);
      }
    }
  }

  /**
   * The places of a listed group for native code, which are made at the first call; without a list
   * if there is no room for them.
   */
  public NativePlaces nativePlaces(int group, NativeService service) {
    NativePlaces made = nativePlaces[group];
    if (made == null) {
      made = NativePlaces.of(places[group], service);
      nativePlaces[group] = made;
    }
    return made;
  }

  /** All data bytes. */
  public long sizeBytes() {
    return start[first.length];
  }

  /** Where the first byte lies, from the element's origin. */
  public long firstByte() {
    return firstByte;
  }

  /** Where the last byte ends. */
  public long endByte() {
    return endByte;
  }

  /** True if all data is one run of bytes, or nothing. */
  public boolean isOneRun() {
    return first.length == 0 || first.length == 1 && count[0] == 1;
  }

  /** True if all data is one run of bytes that begins there, or nothing. */
  public boolean isOneRunAt(long offset) {
    return isOneRun() && (first.length == 0 || first[0] == offset);
  }

  /** The group in which a byte of the message lies, which there must be. */
  public int groupOf(long position) {
    int found = Arrays.binarySearch(start, position);
    return found >= 0 ? found : -found - 2;
  }
}
