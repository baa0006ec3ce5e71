package org.ob1j.btl.sm.file;

import java.nio.charset.StandardCharsets;

/** What stands in files for the job that they are of: 8 bytes in place of its id. */
public final class JobDigest {
  private JobDigest() {}

  /** A 64-bit FNV-1a hash: tells jobs apart, guards against nothing. */
  public static long of(String jobId) {
    long hash = 0xCBF29CE484222325L;
    for (byte octet : jobId.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ octet & 0xFF) * 0x100000001B3L;
    }
    return hash;
  }
}
