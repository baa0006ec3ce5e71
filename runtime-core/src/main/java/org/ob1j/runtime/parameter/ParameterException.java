package org.ob1j.runtime.parameter;

/** A parameter has a value that cannot be used. The message names parameter, value and limit. */
public final class ParameterException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ParameterException(String message) {
    super(message);
  }
}
