package org.ob1j.launcher.stdio;

/** Where a stream of a rank goes as it comes: in pieces of any length. One thread at a time. */
public interface ByteSink {
  /** Takes over bytes; the array is the caller's again afterwards. */
  void take(byte[] bytes, int lengthBytes);

  /** The stream has ended. */
  void end();
}
