package org.ob1j.btl.sm.ring;

/** The other side of a ring wrote what cannot be right; the ring is of no more use. */
public final class BrokenRingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenRingException(String message) {
    super(message, null, false, false);
  }
}
