package org.ob1j.btl;

/** Called by a transport, from inside progress or a send, when an operation has ended. */
@FunctionalInterface
public interface BtlCompletion {
  /**
   * The operation has ended and its memory is the caller's again.
   *
   * @param result DONE, FAILED, or for a get REFUSED: its bytes are undefined, and another protocol
   *     must do
   */
  void completed(BtlEndpoint endpoint, BtlResult result);
}
