package org.ob1j.runtime.control.handshake;

/** The other end of a new connection is not who it should be. The message names both values. */
public final class HandshakeException extends Exception {
  private static final long serialVersionUID = 1L;

  public HandshakeException(String message) {
    super(message);
  }
}
