package org.ob1j.bml;

/** No transport can be used, or none reaches a peer; the message is for the user. */
public final class BmlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BmlException(String message) {
    super(message);
  }
}
