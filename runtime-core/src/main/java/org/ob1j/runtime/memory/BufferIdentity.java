package org.ob1j.runtime.memory;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.nio.Buffer;

/**
 * Names a buffer object as the key of a map, without keeping it alive. Two are equal if they name
 * the same object; once that is gone, each equals itself only, so that it can be removed.
 */
public class BufferIdentity extends WeakReference<Buffer> {
  private final int hash;

  /**
   * @param freed told when the buffer is gone; null if nobody needs to know
   */
  public BufferIdentity(Buffer buffer, ReferenceQueue<Buffer> freed) {
    super(buffer, freed);
    hash = System.identityHashCode(buffer);
  }

  @Override
  public final int hashCode() {
    return hash;
  }

  @Override
  public final boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    Buffer buffer = get();
    return buffer != null && other instanceof BufferIdentity that && that.get() == buffer;
  }
}
