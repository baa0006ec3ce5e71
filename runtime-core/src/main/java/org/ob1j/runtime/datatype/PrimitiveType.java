package org.ob1j.runtime.datatype;

/** The element types that buffers and datatypes are made of, with their size in memory. */
public enum PrimitiveType {
  BYTE(1),
  BOOLEAN(1),
  CHAR(2),
  SHORT(2),
  INT(4),
  LONG(8),
  FLOAT(4),
  DOUBLE(8);

  private final int sizeBytes;

  PrimitiveType(int sizeBytes) {
    this.sizeBytes = sizeBytes;
  }

  public int sizeBytes() {
    return sizeBytes;
  }
}
