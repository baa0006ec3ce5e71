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
   * Not with this memory, now or later: nothing was taken, nothing will be called. Another protocol
   * must do. Only returned by put and get, and passed to the completions of gets.
   */
  REFUSED,
  /** The peer has failed. Only passed to completions. */
  FAILED
}
