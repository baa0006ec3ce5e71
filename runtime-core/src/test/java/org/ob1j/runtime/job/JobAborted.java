package org.ob1j.runtime.job;

/** Thrown where a real job would end the process. */
public final class JobAborted extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int code;

  public JobAborted(int code, String reason) {
    super(reason);
    this.code = code;
  }

  public int code() {
    return code;
  }
}
