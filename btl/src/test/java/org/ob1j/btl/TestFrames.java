package org.ob1j.btl;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ob1j.runtime.memory.Memory;

/**
 * Content of test frames, a function of sender, receiver and frame number.
 *
 * <pre>
 *   header   | number (8) | pseudo-random bytes … |
 *   payload  | pseudo-random bytes …              |
 * </pre>
 */
public final class TestFrames {
  /** A frame as the two sides note it. */
  public record Noted(long number, int headerBytes, int payloadBytes) {}

  private TestFrames() {}

  /** The seed of a frame's content. */
  public static long seed(int from, int to, long number) {
    return mix(mix(from * 65_537L + to) + number);
  }

  /** Writes a header: the number, then bytes of the seed. */
  public static void writeHeader(
      Memory memory, int offset, int lengthBytes, long number, long seed) {
    memory.putLong(offset, number);
    for (int i = Long.BYTES; i < lengthBytes; i += Long.BYTES) {
      memory.putLong(offset + i, word(~seed, i));
    }
  }

  /** Where a header differs from what {@link #writeHeader} writes, or -1. */
  public static int headerMismatch(Memory memory, int offset, int lengthBytes, long seed) {
    for (int i = Long.BYTES; i < lengthBytes; i += Long.BYTES) {
      if (memory.getLong(offset + i) != word(~seed, i)) {
        return i;
      }
    }
    return -1;
  }

  /** Writes a payload of any length. */
  public static void writePayload(ByteBuffer memory, int offset, int lengthBytes, long seed) {
    ByteBuffer little = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int whole = lengthBytes & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      little.putLong(offset + i, word(seed, i));
    }
    for (int i = whole; i < lengthBytes; i++) {
      little.put(offset + i, (byte) (word(seed, whole) >>> 8 * (i - whole)));
    }
  }

  /** Where a payload differs from what {@link #writePayload} writes, or -1. */
  public static int payloadMismatch(ByteBuffer memory, int offset, int lengthBytes, long seed) {
    ByteBuffer little = memory.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int whole = lengthBytes & -Long.BYTES;
    for (int i = 0; i < whole; i += Long.BYTES) {
      if (little.getLong(offset + i) != word(seed, i)) {
        return i;
      }
    }
    for (int i = whole; i < lengthBytes; i++) {
      if (little.get(offset + i) != (byte) (word(seed, whole) >>> 8 * (i - whole))) {
        return i;
      }
    }
    return -1;
  }

  private static long word(long seed, int index) {
    return mix(seed + index);
  }

  /** The finaliser of SplitMix64. */
  private static long mix(long value) {
    long mixed = value + 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  /** Lengths of payloads from 0 to the longest at which something might change. */
  static List<Integer> interestingLengths(int longest) {
    List<Integer> lengths = new ArrayList<>();
    for (int i = 0; i <= Math.min(140, longest); i++) {
      lengths.add(i);
    }
    for (int power = 256; power <= longest; power *= 2) {
      Collections.addAll(lengths, power - 1, power, power + 1);
    }
    lengths.add(longest - 1);
    lengths.add(longest);
    lengths.removeIf(length -> length < 0 || length > longest);
    return lengths;
  }
}
