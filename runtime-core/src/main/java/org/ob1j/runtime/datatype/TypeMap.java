package org.ob1j.runtime.datatype;

/**
 * The layout of one element of a datatype: how many bytes of data it has, how far apart elements
 * stand, and whether its data is contiguous (MPI standard, "Derived Datatypes").
 *
 * @param baseType the primitive type that displacements in Java count in
 * @param sizeBytes data bytes of one element
 * @param extentBytes distance in bytes from one element to the next
 */
public record TypeMap(PrimitiveType baseType, int sizeBytes, int extentBytes) {
  /** The type map of one primitive. */
  public static TypeMap of(PrimitiveType type) {
    return new TypeMap(type, type.sizeBytes(), type.sizeBytes());
  }

  /** True if {@code count} elements are one run of bytes without a gap. */
  public boolean isContiguous() {
    return sizeBytes == extentBytes;
  }
}
