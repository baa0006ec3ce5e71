package org.ob1j.runtime.datatype;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.datatype.copy.BlockCopy;
import org.ob1j.runtime.datatype.copy.BufferKind;
import org.ob1j.runtime.datatype.copy.BytewiseCopy;
import org.ob1j.runtime.datatype.copy.StagedBlocks;
import org.ob1j.runtime.datatype.copy.TypedBufferCopy;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.RunsCursor;
import org.ob1j.runtime.memory.BufferPart;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Packs a user's buffer into memory and unpacks it again, starting anywhere in the message. Where
 * the data is not one run of bytes, {@link RunsCopy} says which runs they are.
 *
 * <p>A user's buffer is raw memory: its element type need not agree with the datatype, and a
 * buffer's position and limit are ignored; only a heap buffer's array offset counts. A convertor is
 * reused for one message after another ({@link #prepare}, {@link #release}) and holds its buffer
 * strongly in between. Not thread-safe.
 */
public final class Convertor {
  /** A buffer of at most this length may be held until the next message. */
  private static final int KEPT_BYTES = 64 * 1024;

  /** Null where no buffer is a part of another. */
  private final BufferRoots roots;

  private BufferKind kind = BufferKind.NONE;
  private Object storage;

  /** The user's own object if the storage is direct: what lies where is known by its identity. */
  private Buffer direct;

  /** The last such object whose memory was asked for, and where that lies. */
  private Buffer located;

  private MemoryRegion location;

  private long originBytes;
  private long lengthBytes;
  private long limitBytes;
  private boolean swapped;

  private boolean readOnly;

  /** Null if the data is one run of bytes. */
  private RunsCopy gaps;

  /** Made for the first message with gaps, and used again. */
  private RunsCopy runsCopy;

  /** A convertor for buffers of which no data lies before their beginning. */
  public Convertor() {
    this(null);
  }

  /**
   * A convertor for any buffer.
   *
   * @param roots what buffers may be parts of
   */
  public Convertor(BufferRoots roots) {
    this.roots = roots;
  }

  /**
   * Points the convertor at a user's buffer.
   *
   * <p>All kinds are told apart here, in one method that C2 does not inline for its length:
   * whatever kind comes first in a program's middle throws away nothing but this method's code.
   *
   * @param buffer an array of primitives, a heap or direct buffer, or a {@link BufferSection} of
   *     one of these; null only with count 0
   * @param count elements of the datatype, at least 0
   * @throws BufferException if the object is none of these, or elements begin before a buffer that
   *     has no array
   * @throws ArrayIndexOutOfBoundsException if the buffer is too short for the elements
   */
  public void prepare(Object buffer, int count, TypeMap type) {
    lengthBytes = (long) count * type.sizeBytes();
    gaps = null;
    swapped = false;
    readOnly = false;
    long sectionBytes = 0;
    Object whole = buffer;
    if (whole instanceof BufferSection section) {
      whole = section.buffer();
      sectionBytes = section.offsetBytes();
    }
    if (whole instanceof byte[] bytes) {
      hold(BufferKind.BYTE_ARRAY, bytes);
      originBytes = sectionBytes;
      limitBytes = bytes.length;
    } else if (whole instanceof Buffer view && !view.hasArray()) {
      if (direct != view) {
        direct = view;
      }
      readOnly = view.isReadOnly();
      // A limit that cuts nothing off does not matter.
      boolean isWhole =
          type.isContiguous()
              && view instanceof ByteBuffer
              && view.limit() >= sectionBytes + lengthBytes;
      Buffer visible = isWhole || view.limit() == view.capacity() ? view : view.duplicate().clear();
      BufferKind itsKind = BufferKind.ofBuffer(visible);
      hold(itsKind, visible);
      originBytes = sectionBytes;
      limitBytes = (long) visible.limit() * itsKind.elementBytes();
      swapped =
          itsKind != BufferKind.BYTE_BUFFER
              && BufferKind.orderOf(visible) != ByteOrder.LITTLE_ENDIAN;
    } else if (whole == null && lengthBytes == 0) {
      // Nothing will be copied, so it does not matter what the last message's buffer was.
      originBytes = Math.min(originBytes, limitBytes);
    } else {
      Object array = whole instanceof Buffer view ? view.array() : whole;
      int firstElement = whole instanceof Buffer view ? view.arrayOffset() : 0;
      BufferKind itsKind = BufferKind.ofArray(array);
      if (itsKind == null) {
        throw buffer == null
            ? new BufferException(
                "the buffer is null and the message has " + lengthBytes + " bytes")
            : BufferBounds.unusable(buffer);
      }
      long elements =
          whole instanceof Buffer view
              ? (long) firstElement + view.capacity()
              : java.lang.reflect.Array.getLength(array);
      hold(itsKind, array);
      originBytes = (long) firstElement * itsKind.elementBytes() + sectionBytes;
      limitBytes = elements * itsKind.elementBytes();
    }
    if (!type.isContiguous()) {
      prepareRuns(count, type);
    } else if (limitBytes - originBytes < lengthBytes) {
      throw tooShort(count, type);
    }
  }

  /**
   * The element's origin is where the buffer begins; data may lie before it only if the buffer is a
   * section or a part of a longer one.
   */
  private void prepareRuns(int count, TypeMap type) {
    if (lengthBytes == 0) {
      return;
    }
    if (originBytes + type.firstByte(count) < 0 && storage instanceof Buffer) {
      widen();
    }
    long first = originBytes + type.firstByte(count);
    long end = originBytes + type.endByte(count);
    if (first < 0 || end > limitBytes) {
      throw outside(type.firstByte(count), type.endByte(count));
    }
    if (type.runs().isOneRun() && (count == 1 || type.extentBytes() == type.sizeBytes())) {
      originBytes = first;
    } else {
      if (runsCopy == null) {
        runsCopy = new RunsCopy(this);
      }
      runsCopy.prepare(type, count);
      gaps = runsCopy;
    }
  }

  /** Takes the buffer of which the user's is a part, if that is known. */
  private void widen() {
    BufferPart part = roots == null ? null : roots.partOf(direct);
    if (part != null) {
      direct = part.whole();
      Buffer visible = direct.limit() == direct.capacity() ? direct : direct.duplicate().clear();
      hold(BufferKind.ofBuffer(visible), visible);
      originBytes += part.offset();
      limitBytes = (long) visible.limit() * kind.elementBytes();
      swapped &= kind != BufferKind.BYTE_BUFFER;
    }
  }

  private RuntimeException outside(long first, long end) {
    boolean mayBeAPart = storage instanceof Buffer && originBytes + first < 0;
    release();
    return mayBeAPart
        ? BufferBounds.before(first, end, originBytes)
        : BufferBounds.outside(first, end, originBytes, limitBytes);
  }

  private ArrayIndexOutOfBoundsException tooShort(int count, TypeMap type) {
    long available = limitBytes - originBytes;
    release();
    return BufferBounds.tooShort(available, count, type.sizeBytes());
  }

  /**
   * Stores references only if they change: a collector's store barrier costs more than the test.
   */
  private void hold(BufferKind newKind, Object newStorage) {
    if (storage != newStorage || kind != newKind) {
      storage = newStorage;
      kind = newKind;
    }
  }

  /** Lets go of the buffer; of a small one perhaps not before the next is prepared. */
  public void release() {
    if (limitBytes > KEPT_BYTES) {
      hold(BufferKind.NONE, null);
      direct = null;
      located = null;
      location = null;
    }
    lengthBytes = 0;
  }

  /** The message's length in bytes. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /** True if the message is one run of bytes in the user's buffer. */
  public boolean isContiguous() {
    return gaps == null;
  }

  /**
   * The user's buffer itself where it is direct bytes in one run, so that a transport may read or
   * write it in place; else null. Byte {@code p} of the message is at index {@code p}. The buffer
   * stays the user's: its position and limit must not be changed.
   */
  public ByteBuffer directBytes() {
    if (gaps != null || kind != BufferKind.BYTE_BUFFER || !((ByteBuffer) storage).isDirect()) {
      return null;
    }
    ByteBuffer whole = (ByteBuffer) storage;
    return originBytes == 0
        ? whole
        : whole.slice((int) originBytes, whole.capacity() - (int) originBytes);
  }

  /**
   * The user's array where the message is one run of numbers in it, so that a transport may read or
   * write it in place; else null. It may be behind a buffer of the heap.
   */
  public Object array() {
    return gaps == null && kind.isNumberArray() ? storage : null;
  }

  /** Where in {@link #array} the message begins, in bytes. */
  public long arrayOffset() {
    return originBytes;
  }

  /**
   * Where the message lies in direct memory, as raw bytes in one run, so that it can be registered
   * and a peer can read or write it. The user's buffer keeps that memory alive.
   *
   * @return null if it lies in an array, in a buffer of unknown origin, or in the other byte order
   */
  public MemoryRegion region(BufferRoots roots) {
    if (!(storage instanceof Buffer view) || !view.isDirect() || swapped || !isContiguous()) {
      return null;
    }
    located = direct;
    location = roots.regionOf(direct);
    return region();
  }

  /**
   * Where the blocks of a message lie in direct memory, as raw bytes; see {@link
   * #region(BufferRoots)}.
   *
   * @return null if the message is one run, or it cannot be told
   */
  public MessageBlocks blocks(BufferRoots roots) {
    boolean raw = storage instanceof Buffer view && view.isDirect() && !swapped;
    return gaps == null || !raw ? null : gaps.blocks(roots.regionOf(direct), originBytes);
  }

  /** The storage if it is writable direct bytes, so that it has an address; else null. */
  ByteBuffer rawBytes() {
    return storage instanceof ByteBuffer bytes && bytes.isDirect() && !isReadOnly() ? bytes : null;
  }

  long originBytes() {
    return originBytes;
  }

  /** Goes through the runs of the message; at no place yet. */
  RunsCursor cursor() {
    return gaps == null ? RunsCursor.of(Runs.one(0, lengthBytes), 0, 1) : gaps.cursor();
  }

  /** What {@link #region(BufferRoots)} found for this message; null if it was not asked. */
  public MemoryRegion region() {
    return gaps == null && storage instanceof Buffer && located == direct && location != null
        ? new MemoryRegion(location.root(), location.offset() + originBytes)
        : null;
  }

  /** True if the user's buffer cannot be written, so that nothing can be received into it. */
  public boolean isReadOnly() {
    return readOnly;
  }

  /**
   * Copies bytes of the message out of the user's buffer.
   *
   * @param position where in the message, in bytes
   * @param target where to
   * @param offset where in the target, in bytes
   * @param count how many bytes
   */
  public void pack(long position, Memory target, int offset, int count) {
    if (gaps == null) {
      packRun(originBytes + position, target, offset, count);
    } else {
      gaps.copy(true, originBytes, position, target, offset, count);
    }
  }

  /** Copies bytes that lie together, from that byte of the storage on. */
  void packRun(long from, Memory target, int offset, int count) {
    if (kind == BufferKind.BYTE_ARRAY) {
      target.bytes().put(offset, (byte[]) storage, (int) from, count);
    } else if (kind == BufferKind.BYTE_BUFFER) {
      target.bytes().put(offset, (ByteBuffer) storage, (int) from, count);
    } else if (count != 0) {
      int mask = kind.elementBytes() - 1;
      if (((from | offset | count) & mask) != 0 || swapped || kind == BufferKind.BOOLEAN_ARRAY) {
        BytewiseCopy.pack(kind, storage, from, swapped, target, offset, count);
        return;
      }
      switch (kind) {
        case DOUBLE_ARRAY ->
            target.doubles().put(offset >> 3, (double[]) storage, (int) (from >> 3), count >> 3);
        case INT_ARRAY ->
            target.ints().put(offset >> 2, (int[]) storage, (int) (from >> 2), count >> 2);
        case LONG_ARRAY ->
            target.longs().put(offset >> 3, (long[]) storage, (int) (from >> 3), count >> 3);
        case FLOAT_ARRAY ->
            target.floats().put(offset >> 2, (float[]) storage, (int) (from >> 2), count >> 2);
        case CHAR_ARRAY ->
            target.chars().put(offset >> 1, (char[]) storage, (int) (from >> 1), count >> 1);
        case SHORT_ARRAY ->
            target.shorts().put(offset >> 1, (short[]) storage, (int) (from >> 1), count >> 1);
        default -> TypedBufferCopy.pack(kind, storage, from, target, offset, count);
      }
    }
  }

  /**
   * Copies bytes of the message, or nothing, into the user's buffer.
   *
   * @param position where in the message, in bytes
   * @param source where from
   * @param offset where in the source, in bytes
   * @param count how many bytes
   */
  public void unpack(long position, Memory source, int offset, int count) {
    if (gaps == null) {
      unpackRun(originBytes + position, source, offset, count);
    } else {
      gaps.copy(false, originBytes, position, source, offset, count);
    }
  }

  /** Copies bytes that lie together, to that byte of the storage and behind it. */
  void unpackRun(long to, Memory source, int offset, int count) {
    if (kind == BufferKind.BYTE_ARRAY) {
      source.bytes().get(offset, (byte[]) storage, (int) to, count);
    } else if (count == 0) {
      // A buffer that cannot be written may be given for nothing.
      return;
    } else if (kind == BufferKind.BYTE_BUFFER) {
      ((ByteBuffer) storage).put((int) to, source.bytes(), offset, count);
    } else {
      int mask = kind.elementBytes() - 1;
      if (((to | offset | count) & mask) != 0 || swapped || kind == BufferKind.BOOLEAN_ARRAY) {
        BytewiseCopy.unpack(kind, storage, to, swapped, source, offset, count);
        return;
      }
      switch (kind) {
        case DOUBLE_ARRAY ->
            source.doubles().get(offset >> 3, (double[]) storage, (int) (to >> 3), count >> 3);
        case INT_ARRAY ->
            source.ints().get(offset >> 2, (int[]) storage, (int) (to >> 2), count >> 2);
        case LONG_ARRAY ->
            source.longs().get(offset >> 3, (long[]) storage, (int) (to >> 3), count >> 3);
        case FLOAT_ARRAY ->
            source.floats().get(offset >> 2, (float[]) storage, (int) (to >> 2), count >> 2);
        case CHAR_ARRAY ->
            source.chars().get(offset >> 1, (char[]) storage, (int) (to >> 1), count >> 1);
        case SHORT_ARRAY ->
            source.shorts().get(offset >> 1, (short[]) storage, (int) (to >> 1), count >> 1);
        default -> TypedBufferCopy.unpack(kind, storage, to, source, offset, count);
      }
    }
  }

  /**
   * Whether {@link BlockCopy} and {@link StagedBlocks} can copy them: they are whole elements of
   * the user's buffer.
   *
   * @param alignment all bits that are set in the places and the length of blocks and in the
   *     offset, in bytes
   */
  boolean copiesElements(long alignment) {
    return (alignment & kind.elementBytes() - 1) == 0
        && !swapped
        && kind != BufferKind.BOOLEAN_ARRAY;
  }

  /** What the storage is. */
  BufferKind kind() {
    return kind;
  }

  /** The user's array or buffer; null if none is prepared. */
  Object storage() {
    return storage;
  }

  /** The binary logarithm of the length of the user's buffer's elements. */
  int elementShift() {
    return kind.elementShift();
  }

  /**
   * Copies from one message to another inside this process, through {@code scratch}.
   *
   * @param position where in both messages, in bytes
   * @param count how many bytes
   */
  public void copyTo(Convertor target, long position, long count, Memory scratch) {
    long end = position + count;
    for (long at = position; at < end; ) {
      int piece = (int) Math.min(scratch.capacity(), end - at);
      pack(at, scratch, 0, piece);
      target.unpack(at, scratch, 0, piece);
      at += piece;
    }
  }
}
