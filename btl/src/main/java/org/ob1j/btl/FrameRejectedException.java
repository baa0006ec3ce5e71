package org.ob1j.btl;

/**
 * A frame that arrived cannot be right. Thrown while it is looked at and before anything was
 * changed by it; carries no stack, because a hostile peer can cause many.
 */
public final class FrameRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong with the frame. */
  public enum Rejection {
    HEADER_TOO_SHORT,
    UNKNOWN_TYPE,
    UNKNOWN_FLAGS,
    BAD_LENGTH,
    BAD_OFFSET,
    BAD_SOURCE,
    BAD_TAG,
    BAD_CONTEXT,
    BAD_SEQUENCE,
    UNKNOWN_REQUEST,
    WRONG_STATE,
    BAD_FRAMING,
    BAD_KEY
  }

  private final Rejection rejection;

  public FrameRejectedException(Rejection rejection, String message) {
    super(rejection + ": " + message, null, false, false);
    this.rejection = rejection;
  }

  public Rejection rejection() {
    return rejection;
  }
}
