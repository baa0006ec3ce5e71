package org.ob1j.runtime.datatype;

import org.ob1j.runtime.datatype.layout.Bounds;
import org.ob1j.runtime.datatype.layout.Runs;
import org.ob1j.runtime.datatype.layout.Signature;

/**
 * The layout of one element of a datatype: where its data lies, and how far apart elements stand
 * (MPI standard, "Derived Datatypes"). Immutable. What is derived from others is made by {@link
 * DerivedTypes}.
 *
 * <pre>
 *        lower bound      true lower bound          true upper bound    upper bound
 *             |                   |                         |                |
 *   ── origin ┼───────────────────┼■■■■■────■■■■■────■■■■■■■┼────────────────┼── bytes
 *             |                   |◄────── true extent ────►|                |
 *             |◄─────────────────────── extent ─────────────────────────────►|
 * </pre>
 */
public final class TypeMap {
  private final PrimitiveType baseType;
  private final long sizeBytes;
  private final boolean plain;
  private final Runs runs;
  private final Bounds bounds;
  private final Signature signature;

  TypeMap(PrimitiveType baseType, Runs runs, Bounds bounds, Signature signature) {
    this.baseType = baseType;
    this.runs = runs;
    this.bounds = bounds;
    this.signature = signature;
    sizeBytes = runs.sizeBytes();
    plain = runs.isOneRunAt(0) && sizeBytes == bounds.extentBytes();
  }

  /** The type map of one primitive. */
  public static TypeMap of(PrimitiveType type) {
    int bytes = type.sizeBytes();
    return new TypeMap(
        type, Runs.one(0, bytes), new Bounds(0, bytes, false, bytes), Signature.of(bytes));
  }

  /** The primitive type that displacements in Java count in; for a structure, bytes. */
  public PrimitiveType baseType() {
    return baseType;
  }

  /** Data bytes of one element. */
  public long sizeBytes() {
    return sizeBytes;
  }

  /** Distance in bytes from one element to the next; may be negative. */
  public long extentBytes() {
    return plain ? sizeBytes : bounds.extentBytes();
  }

  /** Where an element begins, in bytes from its origin. */
  public long lowerBoundBytes() {
    return bounds.lower();
  }

  /** Where an element's data begins, in bytes from its origin. */
  public long trueLowerBoundBytes() {
    return runs.firstByte();
  }

  /** From the first to the last byte of an element's data. */
  public long trueExtentBytes() {
    return runs.endByte() - runs.firstByte();
  }

  /** True if any number of elements are one run of bytes that begins at the origin. */
  public boolean isContiguous() {
    return plain;
  }

  /**
   * How many primitives the first bytes of a message of this datatype are.
   *
   * @return −1 if they end inside a primitive
   */
  public long primitivesIn(long lengthBytes) {
    return signature.primitivesInRepeated(lengthBytes);
  }

  /** How many bytes the first primitives of a message of this datatype are. */
  public long bytesOfPrimitives(long primitives) {
    return signature.bytesOfRepeated(primitives);
  }

  /** Where the first byte of so many elements lies, from the origin of the first; at most 0. */
  public long firstByte(long count) {
    return plain || count == 0 || sizeBytes == 0
        ? 0
        : runs.firstByte() + Math.min(0, Math.multiplyExact(count - 1, extentBytes()));
  }

  /** Where the data of so many elements ends, from the origin of the first. */
  public long endByte(long count) {
    if (plain) {
      return Math.multiplyExact(count, sizeBytes);
    }
    return count == 0 || sizeBytes == 0
        ? 0
        : runs.endByte() + Math.max(0, Math.multiplyExact(count - 1, extentBytes()));
  }

  Runs runs() {
    return runs;
  }

  Bounds bounds() {
    return bounds;
  }

  Signature signature() {
    return signature;
  }
}
