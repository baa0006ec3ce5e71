package org.ob1j.btl;

/** A transport, or an endpoint of it, has failed. The message names module, peer and cause. */
public class BtlException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BtlException(String message) {
    super(message);
  }

  public BtlException(String message, Throwable cause) {
    super(message, cause);
  }
}
