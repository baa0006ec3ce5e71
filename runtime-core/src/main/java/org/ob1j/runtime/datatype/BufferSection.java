package org.ob1j.runtime.datatype;

/**
 * A part of a user's buffer, which an operation sends or receives in place of the whole: what a
 * {@link Convertor} takes as a buffer, it takes from here on. Mutable, so that it can be used for
 * one message after another; whoever prepares a message from it copies what it says.
 */
public final class BufferSection {
  private Object buffer;
  private long offsetBytes;

  /**
   * Points to a part.
   *
   * @param newBuffer an array of primitives, or a heap or direct buffer
   * @param newOffsetBytes where the part begins, at least 0
   */
  public void set(Object newBuffer, long newOffsetBytes) {
    if (buffer != newBuffer) {
      buffer = newBuffer;
    }
    offsetBytes = newOffsetBytes;
  }

  Object buffer() {
    return buffer;
  }

  long offsetBytes() {
    return offsetBytes;
  }
}
