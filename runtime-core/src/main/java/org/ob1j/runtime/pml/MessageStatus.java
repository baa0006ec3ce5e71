package org.ob1j.runtime.pml;

/**
 * What is known of a completed operation or of a message found by a probe. A mutable carrier that
 * callers reuse, so that the hot path need not allocate.
 */
public final class MessageStatus {
  /** The sender's rank in the communicator. */
  public int source;

  /** The message's tag. */
  public int tag;

  /** Bytes received, or the length of the message that a probe found. */
  public long lengthBytes;

  /**
   * Only with {@link PmlError#TRUNCATED}: the length of the message of which a part was received.
   */
  public long messageBytes;

  /** True if the operation was cancelled before it matched. */
  public boolean cancelled;

  /** {@link PmlError#NONE} or what went wrong with this operation alone. */
  public PmlError error = PmlError.NONE;

  /** Sets everything. */
  public void set(
      int newSource, int newTag, long newLengthBytes, boolean newCancelled, PmlError newError) {
    source = newSource;
    tag = newTag;
    lengthBytes = newLengthBytes;
    cancelled = newCancelled;
    if (error != newError) {
      error = newError;
    }
  }
}
