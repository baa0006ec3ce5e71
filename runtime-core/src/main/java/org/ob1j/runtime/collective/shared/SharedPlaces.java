package org.ob1j.runtime.collective.shared;

import java.nio.Buffer;
import org.ob1j.runtime.memory.Memory;

/** Memory that ranks share, as what their buffers are copied to and from. */
abstract class SharedPlaces {
  protected final Memory memory;

  protected SharedPlaces(Memory memory) {
    this.memory = memory;
  }

  /** The memory as elements of an array's type, for a copy; as bytes where there is no such. */
  final Buffer viewFor(Object storage) {
    if (storage instanceof double[]) {
      return memory.doubles();
    } else if (storage instanceof int[]) {
      return memory.ints();
    } else if (storage instanceof long[]) {
      return memory.longs();
    } else if (storage instanceof float[]) {
      return memory.floats();
    }
    return memory.bytes();
  }
}
