package org.ob1j.btl.ucx;

import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.shim.Operation;

/** A payload on its way from its sender to where it belongs, or to a block. */
final class ReceiveOperation extends Operation {
  private final UcxModule module;
  private final UcxEndpoint from;
  private final PayloadTarget target;
  private final Block block;
  private final int headerBytes;
  private final int payloadBytes;

  /** A payload that goes where the receiver wants it. */
  ReceiveOperation(UcxModule module, UcxEndpoint from, PayloadTarget target) {
    this.module = module;
    this.from = from;
    this.target = target;
    block = null;
    headerBytes = 0;
    payloadBytes = 0;
  }

  /** A payload that goes to a block, behind its header, which is there already. */
  ReceiveOperation(
      UcxModule module, UcxEndpoint from, Block block, int headerBytes, int payloadBytes) {
    this.module = module;
    this.from = from;
    target = null;
    this.block = block;
    this.headerBytes = headerBytes;
    this.payloadBytes = payloadBytes;
  }

  @Override
  public void ended(int status) {
    if (status != 0) {
      from.broken(status);
    }
    if (target == null) {
      endedInBlock(status);
    } else if (status == 0) {
      target.arrived();
    } else {
      target.abandoned();
    }
  }

  private void endedInBlock(int status) {
    try {
      if (status == 0) {
        module.reader().deliverBlock(from, block, headerBytes, payloadBytes);
      }
    } finally {
      module.blocks().give(block);
    }
  }
}
