package org.ob1j.btl.sm.buffer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;
import org.ob1j.btl.FrameRejectedException;
import org.ob1j.btl.FrameRejectedException.Rejection;

/**
 * What a peer needs to get a message that lies in blocks of a buffer, or to help to get one into
 * them; little-endian, 112 to 256 bytes.
 *
 * <pre>
 *    0  key of the buffer (40)
 *   40  origin (8)        of the first element, in bytes from the buffer's beginning
 *   48  count (8)         elements
 *   56  registration (8)  counts the owner's
 *   64  words (8)         of the layout
 *   72  the layout, if it has at most 23 words; else the key (40) of the buffer that holds it
 * </pre>
 *
 * @param layout where the layout is; null if the words are here
 * @param inline the words; null if they are elsewhere
 */
public record BlocksKey(
    BufferKey buffer,
    long origin,
    long count,
    long registration,
    long words,
    BufferKey layout,
    byte[] inline) {
  /** The longest layout that a key holds itself. */
  static final int MAX_INLINE_WORDS = 23;

  private static final int ORIGIN_OFFSET = BufferKey.BYTES;
  private static final int LAYOUT_OFFSET = ORIGIN_OFFSET + 32;

  /** A longer layout is not told: peers keep those that they have read. */
  static final int MAX_WORDS = 1 << 18;

  /** A layout has this many words at least. */
  private static final int MIN_WORDS = 5;

  /** Whether this is a key of blocks, and not of one run of memory. */
  public static boolean isKey(byte[] key) {
    return key.length > LAYOUT_OFFSET;
  }

  public byte[] toBytes() {
    byte[] where = layout == null ? inline : layout.toBytes();
    return ByteBuffer.allocate(LAYOUT_OFFSET + where.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(buffer.toBytes())
        .putLong(origin)
        .putLong(count)
        .putLong(registration)
        .putLong(words)
        .put(where)
        .array();
  }

  /**
   * Reads a key of which {@link #isKey} is true.
   *
   * @throws FrameRejectedException if its parts do not fit together
   */
  public static BlocksKey of(byte[] key) {
    ByteBuffer fields = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
    BufferKey buffer = BufferKey.of(Arrays.copyOf(key, BufferKey.BYTES));
    byte[] where = Arrays.copyOfRange(key, LAYOUT_OFFSET, key.length);
    long words = fields.getLong(ORIGIN_OFFSET + 24);
    boolean isInline = words <= MAX_INLINE_WORDS;
    if (words < MIN_WORDS
        || words > MAX_WORDS
        || where.length != (isInline ? words * Long.BYTES : BufferKey.BYTES)) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY, "a key of " + key.length + " bytes for a layout of " + words);
    }
    return new BlocksKey(
        buffer,
        fields.getLong(ORIGIN_OFFSET),
        fields.getLong(ORIGIN_OFFSET + 8),
        fields.getLong(ORIGIN_OFFSET + 16),
        words,
        isInline ? null : BufferKey.of(where),
        isInline ? where : null);
  }

  /**
   * Checks that this can be a key of a process; whether the blocks are within the buffer only the
   * layout tells.
   *
   * @throws FrameRejectedException if it cannot
   */
  public void check(long ownerProcessId, int owner, long offset, long lengthBytes) {
    buffer.check(ownerProcessId, owner, 0, 0);
    if (layout != null) {
      layout.check(ownerProcessId, owner, 0, words * Long.BYTES);
    }
    if (origin < 0
        || origin > buffer.capacityBytes()
        || count < 1
        || count > Integer.MAX_VALUE
        || offset < 0
        || lengthBytes < 0) {
      throw new FrameRejectedException(
          Rejection.BAD_KEY,
          lengthBytes
              + " bytes from "
              + offset
              + " of "
              + count
              + " elements from "
              + origin
              + " of a buffer of "
              + buffer.capacityBytes()
              + " bytes");
    }
  }

  /** The words that are here, to be read. */
  LongBuffer inlineWords() {
    return ByteBuffer.wrap(inline).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  }
}
