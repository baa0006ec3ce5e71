package org.ob1j.btl.sm.file;

import org.ob1j.runtime.job.JobIdentity;

/** The names that shared files have while they have one. */
public final class SharedFileNames {
  private static final String PREFIX = "ob1j-";

  private SharedFileNames() {}

  /** The name of a file of a job. */
  public static String of(String jobId, String part) {
    return PREFIX + jobId + "-" + part;
  }

  /**
   * Whether a file of some job may have this name: no other program's, nor another file of ours, in
   * a folder that is not for such files alone.
   */
  static boolean isOne(String name) {
    int end = name.indexOf('-', PREFIX.length());
    return name.startsWith(PREFIX)
        && end >= 0
        && JobIdentity.isGeneratedId(name.substring(PREFIX.length(), end))
        && end + 1 < name.length()
        && Character.isDigit(name.charAt(end + 1));
  }
}
