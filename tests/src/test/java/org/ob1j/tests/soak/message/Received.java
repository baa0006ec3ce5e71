package org.ob1j.tests.soak.message;

/** Where a message went, wholly or in part. */
public interface Received {
  /**
   * Fails unless this is a message and what was there before.
   *
   * @param messageKey what the message follows from
   * @param messageElements how long it is
   * @param restKey what was there before follows from that
   * @param where for the failure
   */
  void verify(long messageKey, int messageElements, long restKey, String where);
}
