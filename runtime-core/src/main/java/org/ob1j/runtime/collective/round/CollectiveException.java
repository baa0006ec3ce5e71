package org.ob1j.runtime.collective.round;

import org.ob1j.runtime.pml.PmlError;

/** A collective failed on this rank. The message names the peer. */
public final class CollectiveException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final PmlError error;

  public CollectiveException(PmlError error, String message) {
    super(message);
    this.error = error;
  }

  /** What happened to the message that was lost. */
  public PmlError error() {
    return error;
  }
}
