package org.ob1j.tests.soak.message;

import java.util.Arrays;

/** The beginning of a message, as bytes; the rest was given up. */
public final class ReceivedBytes implements Received {
  private final byte[] bytes;

  public ReceivedBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public void verify(long messageKey, int messageElements, long restKey, String where) {
    byte[] expected = new byte[bytes.length];
    MessageContent.fill(expected, expected.length, messageKey);
    int first = Arrays.mismatch(expected, bytes);
    if (first >= 0) {
      throw new SoakFailure(
          where + ": byte " + first + " of the first " + bytes.length + " of it is wrong");
    }
  }
}
