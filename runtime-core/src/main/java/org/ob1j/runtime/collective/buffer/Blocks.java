package org.ob1j.runtime.collective.buffer;

import java.nio.Buffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.List;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/**
 * A user's buffer in a collective: one block for each rank, or the same block for all. The
 * algorithms take blocks without gaps, of one datatype; for others arrays stand in.
 *
 * <p>A heap buffer is taken for what it is, a part of an array. Arrays of counts and displacements
 * stay the user's; they are not copied, and must not change until the operation is complete.
 */
public final class Blocks {
  /** An array of primitives or a buffer without one; null if there is nothing in it. */
  public final Object storage;

  /** Where the buffer begins in its storage. */
  public final long originBytes;

  /** Null if each block has a datatype of its own. */
  public final TypeMap type;

  /** True if every block is one run of bytes, and all have one datatype. */
  public final boolean isContiguous;

  private final List<TypeMap> types;
  private final int count;
  private final int strideElements;
  private final int[] counts;
  private final int[] displacements;

  private Blocks(Object buffer, TypeMap type, int count, int strideElements) {
    boolean isHeapBuffer = buffer instanceof Buffer view && view.hasArray();
    storage = isHeapBuffer ? ((Buffer) buffer).array() : buffer;
    originBytes = isHeapBuffer ? originOf((Buffer) buffer) : 0;
    this.type = type;
    this.count = count;
    this.strideElements = strideElements;
    isContiguous = type.isContiguous();
    types = null;
    counts = null;
    displacements = null;
  }

  private Blocks(
      Object storage,
      long originBytes,
      TypeMap type,
      List<TypeMap> types,
      int count,
      int strideElements,
      int[] counts,
      int[] displacements) {
    this.storage = storage;
    this.originBytes = originBytes;
    this.type = type;
    this.types = types;
    this.count = count;
    this.strideElements = strideElements;
    this.counts = counts;
    this.displacements = displacements;
    isContiguous = types == null && type.isContiguous();
  }

  /** The same elements whichever rank they are for. */
  public static Blocks same(Object buffer, int count, TypeMap type) {
    return new Blocks(buffer, type, count, 0);
  }

  /** As many elements for each rank, one block after the other. */
  public static Blocks uniform(Object buffer, int count, TypeMap type) {
    return new Blocks(buffer, type, count, count);
  }

  /**
   * Blocks of different lengths.
   *
   * @param counts elements of each rank's block
   * @param displacements where each block begins, in elements
   */
  public static Blocks of(Object buffer, int[] counts, int[] displacements, TypeMap type) {
    return new Blocks(storageOf(buffer), originOf(buffer), type, null, 0, 0, counts, displacements);
  }

  /**
   * Blocks of different lengths and datatypes.
   *
   * @param displacements where each block begins, in bytes
   * @param types of each block
   */
  public static Blocks of(Object buffer, int[] counts, int[] displacements, List<TypeMap> types) {
    return new Blocks(
        storageOf(buffer), originOf(buffer), null, types, 0, 0, counts, displacements);
  }

  private static Object storageOf(Object buffer) {
    return buffer instanceof Buffer view && view.hasArray() ? view.array() : buffer;
  }

  private static long originOf(Object buffer) {
    return buffer instanceof Buffer view && view.hasArray() ? originOf(view) : 0;
  }

  private static long originOf(Buffer heapBuffer) {
    return (long) heapBuffer.arrayOffset() * elementBytes(heapBuffer);
  }

  private static int elementBytes(Buffer buffer) {
    if (buffer instanceof LongBuffer || buffer instanceof DoubleBuffer) {
      return Long.BYTES;
    }
    if (buffer instanceof IntBuffer || buffer instanceof FloatBuffer) {
      return Integer.BYTES;
    }
    return buffer instanceof ShortBuffer || buffer instanceof CharBuffer ? Short.BYTES : Byte.BYTES;
  }

  /** One rank's block, whichever rank is asked for. */
  public Blocks sameForAll(int rank) {
    return new Blocks(storage, offsetBytes(rank), type, null, count(rank), 0, null, null);
  }

  /**
   * The same elements in blocks of different lengths.
   *
   * @param counts elements of each rank's block
   * @param displacements where each block begins, in elements
   */
  public Blocks cut(int[] counts, int[] displacements) {
    return new Blocks(storage, originBytes, type, null, 0, 0, counts, displacements);
  }

  /**
   * The same blocks one behind the other, without gaps.
   *
   * @param array where they are to be
   * @param blocks how many blocks there are
   */
  public Blocks packedInto(Object array, int blocks) {
    if (counts == null) {
      int apart = blocks == 1 ? 0 : strideElements;
      return new Blocks(array, 0, DerivedTypes.packed(type), null, count, apart, null, null);
    }
    int[] packedCounts = new int[blocks];
    int[] packedDisplacements = new int[blocks];
    int next = 0;
    for (int block = 0; block < blocks; block++) {
      packedCounts[block] = types == null ? counts[block] : Math.toIntExact(bytes(block));
      packedDisplacements[block] = next;
      next = Math.addExact(next, packedCounts[block]);
    }
    TypeMap packed = types == null ? DerivedTypes.packed(type) : TypeMap.of(PrimitiveType.BYTE);
    return new Blocks(array, 0, packed, null, 0, 0, packedCounts, packedDisplacements);
  }

  /** The datatype of a rank's block. */
  public TypeMap typeOf(int rank) {
    return types == null ? type : types.get(rank);
  }

  /** Elements of a rank's block. */
  public int count(int rank) {
    return counts == null ? count : counts[rank];
  }

  /** Bytes of a rank's block. */
  public long bytes(int rank) {
    return counts == null
        ? (long) count * type.sizeBytes()
        : (long) counts[rank] * typeOf(rank).sizeBytes();
  }

  /** Where a rank's block begins in the storage. */
  public long offsetBytes(int rank) {
    if (types != null) {
      return originBytes + displacements[rank];
    }
    return displacements == null
        ? elementOffsetBytes((long) rank * strideElements)
        : elementOffsetBytes(displacements[rank]);
  }

  /** Where an element of the buffer begins in the storage. */
  long elementOffsetBytes(long element) {
    return originBytes + element * type.extentBytes();
  }
}
