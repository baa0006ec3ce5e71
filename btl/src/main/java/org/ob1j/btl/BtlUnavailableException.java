package org.ob1j.btl;

/** A transport cannot be used here. The message is one line that says why and what would help. */
public final class BtlUnavailableException extends BtlException {
  private static final long serialVersionUID = 1L;

  public BtlUnavailableException(String message) {
    super(message);
  }

  public BtlUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
