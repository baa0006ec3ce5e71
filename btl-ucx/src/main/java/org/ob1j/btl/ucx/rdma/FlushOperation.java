package org.ob1j.btl.ucx.rdma;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.ucx.shim.Operation;

/** A flush that the engine has asked for. */
final class FlushOperation extends Operation {
  private final Initiator initiator;
  private final BtlCompletion completion;

  FlushOperation(Initiator initiator, BtlCompletion completion) {
    this.initiator = initiator;
    this.completion = completion;
  }

  @Override
  public void ended(int status) {
    if (status != 0) {
      initiator.broken(status);
    }
    completion.completed(initiator.endpoint(), status == 0 ? BtlResult.DONE : BtlResult.FAILED);
  }
}
