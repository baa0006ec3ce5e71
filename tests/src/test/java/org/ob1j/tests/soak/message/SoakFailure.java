package org.ob1j.tests.soak.message;

/** Something came that is not what was sent. */
public final class SoakFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SoakFailure(String message) {
    super(message);
  }

  /** Fails unless two numbers are equal. */
  public static void requireEqual(String what, long expected, long found) {
    if (expected != found) {
      throw new SoakFailure(what + " is " + found + "; it should be " + expected);
    }
  }
}
