package org.ob1j.runtime.pml;

/** A point-to-point operation cannot be carried out. The message names peer, value and limit. */
public final class PmlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of thing is wrong. */
  public enum Reason {
    /** No transport reaches the peer. */
    UNREACHABLE,
    /** The peer failed, or every way to it did. */
    FAILED,
    /** The attached buffer has no room for a buffered send. */
    NO_BUFFER_SPACE,
    /** Too many messages have been matched and not been claimed. */
    TOO_MANY_UNCLAIMED
  }

  private final Reason reason;

  public PmlException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
