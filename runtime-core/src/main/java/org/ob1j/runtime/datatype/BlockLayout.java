package org.ob1j.runtime.datatype;

import java.nio.LongBuffer;
import org.ob1j.runtime.datatype.layout.Bounds;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.Signature;

/**
 * Where the data of one element of a datatype lies, and how far apart elements stand, in a form
 * that another process can be told: words of eight bytes. Immutable.
 *
 * <pre>
 *   word 0   groups
 *        1   extent in bytes, from one element to the next
 *   then for each group, in the order of the data:
 *        0   length of a block in bytes
 *        1   blocks
 *        2   1 if they are listed, else 0
 *        3   where the first lies, from the element's origin        | where each lies:
 *        4   from one to the next                                    | as many words as blocks
 * </pre>
 */
public final class BlockLayout {
  private static final int HEAD_WORDS = 2;
  private static final int GROUP_WORDS = 3;
  private static final int STRIDE_WORDS = 2;

  /** No place of a message is farther away: buffers are shorter than 2^31 bytes. */
  private static final long MAX_PLACE = 1L << 40;

  private static final long MAX_COUNT = 1L << 31;

  private final Runs runs;
  private final long extentBytes;

  private BlockLayout(Runs runs, long extentBytes) {
    this.runs = runs;
    this.extentBytes = extentBytes;
  }

  /** The layout of a datatype that has data. */
  public static BlockLayout of(TypeMap type) {
    return new BlockLayout(type.runs(), type.extentBytes());
  }

  /** The layout of one run of bytes that begins at its origin. */
  public static BlockLayout run(long lengthBytes) {
    return new BlockLayout(Runs.one(0, lengthBytes), lengthBytes);
  }

  /** A datatype of this layout, whose primitives are bytes. */
  public TypeMap toTypeMap() {
    return new TypeMap(
        PrimitiveType.BYTE, runs, new Bounds(0, extentBytes, true, 1), Signature.of(1));
  }

  /**
   * Whether elements lie within so many bytes, and the length of the message is a number.
   *
   * @param origin where the first has its origin
   * @param count at least 1
   */
  public boolean fits(long origin, int count, long capacityBytes) {
    try {
      Math.multiplyExact(sizeBytes(), count);
      return Math.addExact(origin, firstByte(count)) >= 0
          && Math.addExact(origin, endByte(count)) <= capacityBytes;
    } catch (ArithmeticException farAway) {
      return false;
    }
  }

  /** How many words tell it. */
  public long words() {
    long words = HEAD_WORDS;
    for (int group = 0; group < runs.groups(); group++) {
      words += GROUP_WORDS + (runs.isListed(group) ? runs.count(group) : STRIDE_WORDS);
    }
    return words;
  }

  /** Writes the words, from the buffer's position on. */
  public void write(LongBuffer words) {
    words.put(runs.groups()).put(extentBytes);
    for (int group = 0; group < runs.groups(); group++) {
      boolean listed = runs.isListed(group);
      words.put(runs.block(group)).put(runs.count(group)).put(listed ? 1 : 0);
      if (listed) {
        for (long block = 0; block < runs.count(group); block++) {
          words.put(runs.place(group, block));
        }
      } else {
        words.put(runs.place(group, 0)).put(runs.stride(group));
      }
    }
  }

  /**
   * Reads the words from the buffer's position to its limit. They are copied, so that whoever
   * shares that memory cannot change what has been checked.
   *
   * @throws IllegalArgumentException if they cannot be a layout of data in buffers
   */
  public static BlockLayout read(LongBuffer words) {
    int groups = (int) within(next(words), 1, words.remaining(), "groups");
    long extent = within(next(words), -MAX_PLACE, MAX_PLACE, "extent");
    long[] first = new long[groups];
    long[] block = new long[groups];
    long[] stride = new long[groups];
    long[] count = new long[groups];
    long[][] places = new long[groups][];
    for (int group = 0; group < groups; group++) {
      block[group] = within(next(words), 1, MAX_COUNT, "block length");
      count[group] = within(next(words), 1, MAX_COUNT, "block count");
      if (within(next(words), 0, 1, "kind of group") == 0) {
        first[group] = within(next(words), -MAX_PLACE, MAX_PLACE, "place");
        stride[group] = within(next(words), -MAX_COUNT, MAX_COUNT, "stride");
      } else {
        places[group] = readPlaces(words, count[group]);
      }
    }
    if (words.hasRemaining()) {
      throw new IllegalArgumentException(words.remaining() + " words behind a layout");
    }
    try {
      return new BlockLayout(new Runs(first, block, stride, count, places), extent);
    } catch (ArithmeticException tooLong) {
      throw new IllegalArgumentException("a layout of more than 2^63 bytes", tooLong);
    }
  }

  private static long[] readPlaces(LongBuffer words, long count) {
    long[] places = new long[(int) within(count, 1, words.remaining(), "listed blocks")];
    for (int i = 0; i < places.length; i++) {
      places[i] = within(next(words), -MAX_PLACE, MAX_PLACE, "place");
    }
    return places;
  }

  private static long next(LongBuffer words) {
    if (!words.hasRemaining()) {
      throw new IllegalArgumentException("a layout that ends too early");
    }
    return words.get();
  }

  private static long within(long value, long low, long high, String what) {
    if (value < low || value > high) {
      throw new IllegalArgumentException(
          "the " + what + " of a layout is " + value + ", not from " + low + " to " + high);
    }
    return value;
  }

  /** Data bytes of one element. */
  public long sizeBytes() {
    return runs.sizeBytes();
  }

  Runs runs() {
    return runs;
  }

  long extentBytes() {
    return extentBytes;
  }

  /** Where the first byte of so many elements lies, from the origin of the first. */
  long firstByte(int count) {
    return Math.addExact(runs.firstByte(), Math.min(0, Math.multiplyExact(count - 1, extentBytes)));
  }

  /** Where the data of so many elements ends. */
  long endByte(int count) {
    return Math.addExact(runs.endByte(), Math.max(0, Math.multiplyExact(count - 1, extentBytes)));
  }
}
