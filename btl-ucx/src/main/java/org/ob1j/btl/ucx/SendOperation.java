package org.ob1j.btl.ucx;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.shim.Operation;

/** A frame that UCX has not finished with. Pooled by its module. */
final class SendOperation extends Operation {
  private final UcxModule module;
  private UcxEndpoint endpoint;
  private Block block;
  private BtlCompletion completion;
  private int lengthBytes;

  SendOperation(UcxModule module) {
    this.module = module;
  }

  /**
   * UCX has begun it.
   *
   * @param usedBlock what holds the frame, or its header
   * @param whenEnded called when it has ended; null if nobody waits for that
   */
  void start(UcxEndpoint to, Block usedBlock, int frameBytes, BtlCompletion whenEnded) {
    endpoint = to;
    block = usedBlock;
    lengthBytes = frameBytes;
    completion = whenEnded;
  }

  @Override
  public void ended(int status) {
    UcxEndpoint to = endpoint;
    BtlCompletion whenEnded = completion;
    module.blocks().give(block);
    endpoint = null;
    block = null;
    completion = null;
    int frameBytes = lengthBytes;
    module.recycle(this);
    to.sent(frameBytes, status, whenEnded);
  }
}
