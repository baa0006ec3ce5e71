package org.ob1j.launcher.stdio;

/** Where whole lines of a rank's output go. */
public interface LineSink {
  /** Takes over bytes that stay together; the array is the caller's again afterwards. */
  void write(byte[] bytes, int offset, int lengthBytes);
}
