package org.ob1j.runtime.datatype;

import org.ob1j.runtime.memory.MemoryRegion;

/**
 * Where a message lies in direct memory that is not one run of bytes there.
 *
 * @param origin where the first element has its origin; data may lie before it
 * @param type the datatype, whose layout tells where data lies
 * @param count elements, at least 1
 */
public record MessageBlocks(MemoryRegion origin, TypeMap type, int count) {
  /** The message's length in bytes. */
  public long lengthBytes() {
    return count * type.sizeBytes();
  }
}
