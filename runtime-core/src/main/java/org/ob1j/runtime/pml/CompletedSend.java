package org.ob1j.runtime.pml;

import org.ob1j.runtime.progress.WaitDescription;

/**
 * The request of a send that had left when the call returned. An engine needs but one: nothing
 * about it changes, so a send that is over at once takes no request from a pool. Releasing and
 * cancelling it does nothing. Its status is empty, as the status of a send means nothing (MPI
 * standard, "Communication Completion").
 */
public final class CompletedSend extends PmlRequest {
  /** A request that is complete. */
  public CompletedSend() {
    complete(PmlCommunicator.ANY_SOURCE, PmlCommunicator.ANY_TAG, 0, PmlError.NONE);
  }

  /** Nobody waits for it. */
  @Override
  public void describe(WaitDescription wait) {}
}
