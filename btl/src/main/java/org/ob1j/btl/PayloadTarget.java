package org.ob1j.btl;

import java.nio.ByteBuffer;

/** Where a transport writes a long payload that it has not read yet. */
public interface PayloadTarget {
  /** Direct memory; its position and limit must not be changed. */
  ByteBuffer memory();

  /** Where in the memory the payload begins, in bytes. */
  int offset();

  /** Called once, when the whole payload has been written. */
  void arrived();

  /** Called instead of {@link #arrived} if the rest will never come. */
  void abandoned();
}
