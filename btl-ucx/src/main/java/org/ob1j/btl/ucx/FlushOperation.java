package org.ob1j.btl.ucx;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlResult;

/** A flush that the engine has asked for. */
final class FlushOperation extends Operation {
  private final UcxEndpoint endpoint;
  private final BtlCompletion completion;

  FlushOperation(UcxEndpoint endpoint, BtlCompletion completion) {
    this.endpoint = endpoint;
    this.completion = completion;
  }

  @Override
  void ended(int status) {
    if (status != 0) {
      endpoint.broken(status);
    }
    completion.completed(endpoint, status == 0 ? BtlResult.DONE : BtlResult.FAILED);
  }
}
