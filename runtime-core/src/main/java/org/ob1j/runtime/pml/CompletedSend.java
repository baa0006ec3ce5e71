package org.ob1j.runtime.pml;

/**
 * The request of a send that had left when the call returned. There is but one: nothing about it
 * changes, so a send that is over at once takes no request from a pool. Its status is empty, as the
 * status of a send means nothing (MPI standard, "Communication Completion").
 */
public final class CompletedSend extends PmlRequest {
  /** The one there is. Releasing and cancelling it does nothing. */
  public static final CompletedSend INSTANCE = new CompletedSend();

  private CompletedSend() {
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }
}
