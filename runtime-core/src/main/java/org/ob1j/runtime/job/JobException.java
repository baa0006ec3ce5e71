package org.ob1j.runtime.job;

/** The job that this rank belongs to cannot be joined or has broken. */
public final class JobException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JobException(String message) {
    super(message);
  }

  public JobException(String message, Throwable cause) {
    super(message, cause);
  }
}
