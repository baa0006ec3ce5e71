package org.ob1j.runtime.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Objects;

/**
 * A region of off-heap memory with one view for each primitive type, all in little-endian order.
 *
 * <p>The views exist because a bulk copy between an array and memory is one intrinsic only when
 * both have the same element type. Offsets are in bytes from the start of the region, which is
 * aligned to eight bytes at least. Every access is checked against the region's bounds. The class
 * is final so that calls to it are never megamorphic.
 *
 * <p>Thread rules: plain accesses have plain memory semantics; {@link #getLongAcquire} and {@link
 * #putLongRelease} order accesses between threads and, in mapped memory, between processes.
 */
public final class Memory {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int ALIGNMENT = 64;

  private final ByteBuffer bytes;
  private final CharBuffer chars;
  private final ShortBuffer shorts;
  private final IntBuffer ints;
  private final LongBuffer longs;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;

  private Memory(ByteBuffer region) {
    bytes = region;
    chars = region.asCharBuffer();
    shorts = region.asShortBuffer();
    ints = region.asIntBuffer();
    longs = region.asLongBuffer();
    floats = region.asFloatBuffer();
    doubles = region.asDoubleBuffer();
  }

  /** New zeroed memory of {@code capacity} bytes, aligned to a cache line. */
  public static Memory allocate(int capacity) {
    // An aligned slice begins at the next multiple and ends at the last one: both may cost a line.
    return new Memory(
        ByteBuffer.allocateDirect(Math.addExact(capacity, 2 * ALIGNMENT))
            .alignedSlice(ALIGNMENT)
            .slice(0, capacity)
            .order(ByteOrder.LITTLE_ENDIAN));
  }

  /**
   * The whole capacity of a direct buffer, its position and limit ignored. The buffer's own
   * position stays independent.
   *
   * @throws IllegalArgumentException if the buffer is on the heap, read-only, or not aligned to
   *     eight bytes
   */
  public static Memory of(ByteBuffer direct) {
    Objects.requireNonNull(direct, "direct");
    if (!direct.isDirect() || direct.isReadOnly()) {
      throw new IllegalArgumentException("memory must be a writable direct buffer: " + direct);
    }
    if (direct.alignmentOffset(0, Long.BYTES) != 0) {
      throw new IllegalArgumentException("memory must be aligned to 8 bytes: " + direct);
    }
    return new Memory(direct.duplicate().clear().order(ByteOrder.LITTLE_ENDIAN));
  }

  /** The region's length in bytes. */
  public int capacity() {
    return bytes.capacity();
  }

  /** The byte view. Its position and limit belong to this object: use absolute accesses only. */
  public ByteBuffer bytes() {
    return bytes;
  }

  public CharBuffer chars() {
    return chars;
  }

  public ShortBuffer shorts() {
    return shorts;
  }

  public IntBuffer ints() {
    return ints;
  }

  public LongBuffer longs() {
    return longs;
  }

  public FloatBuffer floats() {
    return floats;
  }

  public DoubleBuffer doubles() {
    return doubles;
  }

  /** The view of the elements of an array or a buffer, for a copy; that of bytes for others. */
  public Buffer viewFor(Object storage) {
    if (storage instanceof double[]) {
      return doubles;
    } else if (storage instanceof int[]) {
      return ints;
    } else if (storage instanceof long[]) {
      return longs;
    } else if (storage instanceof float[]) {
      return floats;
    }
    return storage instanceof ByteBuffer ? bytes : viewForBuffer(storage);
  }

  private Buffer viewForBuffer(Object storage) {
    if (storage instanceof DoubleBuffer) {
      return doubles;
    } else if (storage instanceof IntBuffer) {
      return ints;
    } else if (storage instanceof LongBuffer) {
      return longs;
    }
    return storage instanceof FloatBuffer ? floats : bytes;
  }

  public byte getByte(int offset) {
    return bytes.get(offset);
  }

  public void putByte(int offset, byte value) {
    bytes.put(offset, value);
  }

  public void putShort(int offset, short value) {
    bytes.putShort(offset, value);
  }

  public int getInt(int offset) {
    return bytes.getInt(offset);
  }

  public void putInt(int offset, int value) {
    bytes.putInt(offset, value);
  }

  /** Reads a long. The offset is a multiple of 8. */
  public long getLong(int offset) {
    assert (offset & 7) == 0 : offset;
    return longs.get(offset >> 3);
  }

  /** Writes a long. The offset is a multiple of 8. */
  public void putLong(int offset, long value) {
    assert (offset & 7) == 0 : offset;
    longs.put(offset >> 3, value);
  }

  /**
   * Reads a long; no later access of this thread moves before it. The offset is a multiple of 8.
   */
  public long getLongAcquire(int offset) {
    // A fraction of the bytecodes of an access by a VarHandle.
    long value = longs.get(offset >> 3);
    VarHandle.acquireFence();
    return value;
  }

  /**
   * Writes a long; no earlier access of this thread moves after it. The offset is a multiple of 8.
   */
  public void putLongRelease(int offset, long value) {
    VarHandle.releaseFence();
    longs.put(offset >> 3, value);
  }

  /** Reads a long in the total order of volatile accesses. The offset is a multiple of 8. */
  public long getLongVolatile(int offset) {
    return (long) LONG.getVolatile(bytes, offset);
  }

  /** Sets bits of a long atomically and returns what it was. The offset is a multiple of 8. */
  public long getAndBitwiseOrLong(int offset, long bits) {
    return (long) LONG.getAndBitwiseOr(bytes, offset, bits);
  }

  /**
   * Clears all other bits of a long atomically and returns what it was. The offset is a multiple of
   * 8.
   */
  public long getAndBitwiseAndLong(int offset, long bits) {
    return (long) LONG.getAndBitwiseAnd(bytes, offset, bits);
  }

  /** Replaces a long atomically and returns what it was. The offset is a multiple of 8. */
  public long getAndSetLong(int offset, long value) {
    return (long) LONG.getAndSet(bytes, offset, value);
  }

  /** Replaces a long atomically if it is as expected. The offset is a multiple of 8. */
  public boolean compareAndSetLong(int offset, long expected, long value) {
    return LONG.compareAndSet(bytes, offset, expected, value);
  }

  /** Copies between regions, which may be the same one if the ranges do not overlap. */
  public void copyFrom(int offset, Memory source, int sourceOffset, int lengthBytes) {
    bytes.put(offset, source.bytes, sourceOffset, lengthBytes);
  }

  /** A region that is a part of this one. The offset is a multiple of 8. */
  public Memory slice(int offset, int lengthBytes) {
    return of(bytes.slice(offset, lengthBytes));
  }
}
