package osu.message;

import java.nio.ByteBuffer;

/**
 * The memory of a message.
 *
 * @param buffer what is handed to MPI: an array or a ByteBuffer
 * @param bytes the same memory, to fill and to check it
 */
public record Payload(Object buffer, ByteBuffer bytes) {

  /** Fills a message with bytes that depend on the seed and the place in the message. */
  public void fill(int seed, int lengthBytes, Layout layout) {
    for (int i = 0; i < lengthBytes; i++) {
      bytes.put(layout.place(i), pattern(seed, i));
    }
  }

  /** Fills a message with bytes that {@link #fill} of this seed puts nowhere. */
  public void spoil(int seed, int lengthBytes, Layout layout) {
    for (int i = 0; i < lengthBytes; i++) {
      bytes.put(layout.place(i), (byte) ~pattern(seed, i));
    }
  }

  /** Counts the bytes of a message that differ from what {@link #fill} puts there. */
  public int mismatches(int seed, int lengthBytes, Layout layout) {
    int mismatches = 0;
    for (int i = 0; i < lengthBytes; i++) {
      if (bytes.get(layout.place(i)) != pattern(seed, i)) {
        mismatches++;
      }
    }
    return mismatches;
  }

  /** Fills a block with bytes that depend on the seed and the place in the block. */
  public void fill(int seed, int lengthBytes, int first) {
    for (int i = 0; i < lengthBytes; i++) {
      bytes.put(first + i, pattern(seed, i));
    }
  }

  /** Counts the bytes of a block that differ from what {@link #fill} puts there. */
  public int mismatches(int seed, int lengthBytes, int first) {
    int mismatches = 0;
    for (int i = 0; i < lengthBytes; i++) {
      if (bytes.get(first + i) != pattern(seed, i)) {
        mismatches++;
      }
    }
    return mismatches;
  }

  /** Fills the first {@code lengthBytes} with bytes that depend on the seed and the place. */
  public void fill(int seed, int lengthBytes) {
    fill(seed, lengthBytes, 0);
  }

  /** Fills with bytes that {@link #fill} of this seed puts nowhere. */
  public void spoil(int seed, int lengthBytes) {
    for (int i = 0; i < lengthBytes; i++) {
      bytes.put(i, (byte) ~pattern(seed, i));
    }
  }

  /** Counts the bytes that differ from what {@link #fill} puts there. */
  public int mismatches(int seed, int lengthBytes) {
    return mismatches(seed, lengthBytes, 0);
  }

  /** Every byte of the place takes part, so that a shifted or a swapped block shows. */
  private static byte pattern(int seed, int place) {
    int mixed = (seed * 0x9E3779B1) ^ (place * 0x85EBCA6B);
    return (byte) (mixed ^ (mixed >>> 15) ^ (mixed >>> 24));
  }
}
