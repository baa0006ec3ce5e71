package org.ob1j.btl;

import java.nio.ByteBuffer;
import org.ob1j.runtime.memory.Memory;

/** Where a transport writes a long payload that it has not read yet. */
public interface PayloadTarget {
  /** Direct memory; its position and limit must not be changed. Null if there is an array. */
  ByteBuffer memory();

  /** An array of numbers, where the endpoint moves arrays; null, the default, if it is memory. */
  default Object array() {
    return null;
  }

  /** Where in the memory or the array the payload begins, in bytes. */
  long offset();

  /**
   * Copies the payload's first bytes into the array.
   *
   * @param source which has them from {@code sourceOffset} on
   */
  default void take(Memory source, int sourceOffset, int lengthBytes) {
    throw new IllegalStateException("the payload does not go into an array");
  }

  /** Called once, when the whole payload has been written. */
  void arrived();

  /** Called instead of {@link #arrived} if the rest will never come. */
  void abandoned();
}
