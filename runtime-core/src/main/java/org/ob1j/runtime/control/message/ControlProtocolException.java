package org.ob1j.runtime.control.message;

/** Bytes on a control connection are no valid message. The message names field and value. */
public final class ControlProtocolException extends Exception {
  private static final long serialVersionUID = 1L;

  public ControlProtocolException(String message) {
    super(message);
  }
}
