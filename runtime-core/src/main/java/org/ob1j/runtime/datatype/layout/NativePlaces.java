package org.ob1j.runtime.datatype.layout;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.memory.NativeService;

/**
 * Where blocks lie, as native code reads it: longs that count bytes. Immutable.
 *
 * @param memory which has the list
 * @param address of its first byte, which holds as long as the memory is reachable; 0 without a
 *     list
 */
public record NativePlaces(ByteBuffer memory, long address) {
  /** A list of more would cost more memory, 8 MiB, than it may. */
  public static final int MAX_BLOCKS = 1 << 20;

  /** Lists places; without a list if there are too many, or there is no memory for them. */
  public static NativePlaces of(long[] places, NativeService service) {
    if (places.length > MAX_BLOCKS) {
      return new NativePlaces(null, 0);
    }
    ByteBuffer memory;
    try {
      memory = ByteBuffer.allocateDirect(places.length * Long.BYTES);
    } catch (OutOfMemoryError full) {
      // The JVM's limit of direct memory is reached; blocks can be copied without a list.
      return new NativePlaces(null, 0);
    }
    memory.order(ByteOrder.nativeOrder()).asLongBuffer().put(places);
    return new NativePlaces(memory, service.addressOf(memory));
  }

  public boolean isListed() {
    return memory != null;
  }
}
