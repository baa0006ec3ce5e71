package org.ob1j.runtime.datatype;

/** An object that was passed as a message buffer cannot be one. */
public final class BufferException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BufferException(String message) {
    super(message);
  }
}
