package org.ob1j.btl;

/** What a transport answers to an operation. */
public enum BtlResult {
  /** It has ended well. When returned by a call, its completion is not called. */
  DONE,
  /** It has begun; its completion will be called. */
  STARTED,
  /** No resource now: nothing was taken, nothing will be called. Try again after progress. */
  BUSY,
  /**
   * Not with this memory, now or later: another protocol must do. When returned by a put or get,
   * nothing was taken and nothing will be called. Passed to the completion of a get that has begun,
   * too.
   */
  REFUSED,
  /** The peer has failed. Only passed to completions. */
  FAILED
}
