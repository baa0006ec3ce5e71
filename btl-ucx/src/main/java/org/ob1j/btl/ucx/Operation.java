package org.ob1j.btl.ucx;

/** Something that UCX has begun and will tell the end of. */
abstract class Operation {
  /** Kept by {@link Operations}. */
  int token;

  /**
   * It has ended; it is out of the table already.
   *
   * @param status 0, or negative if it has failed
   */
  abstract void ended(int status);
}
