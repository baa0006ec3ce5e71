package org.ob1j.btl.ucx.shim;

/** Something that UCX has begun and will tell the end of. */
public abstract class Operation {
  /** Kept by {@link Operations}. */
  public int token;

  /**
   * It has ended; it is out of the table already.
   *
   * @param status 0, or negative if it has failed
   */
  public abstract void ended(int status);
}
