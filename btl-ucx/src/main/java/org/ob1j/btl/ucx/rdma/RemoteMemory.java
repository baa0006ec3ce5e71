package org.ob1j.btl.ucx.rdma;

import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.btl.ucx.worker.UcxParameters;
import org.ob1j.runtime.datatype.Convertor;

/** What an endpoint does with the memory of its peer. */
public final class RemoteMemory {
  /** More puts and gets wait in the engine. */
  private static final int MAX_UNDER_WAY = 64;

  private final Initiator initiator;
  private final RemoteKeys keys = new RemoteKeys();
  private int underWay;
  private boolean closed;

  public RemoteMemory(Initiator initiator) {
    this.initiator = initiator;
  }

  Initiator initiator() {
    return initiator;
  }

  public boolean isIdle() {
    return underWay == 0;
  }

  /** Begins a put or a get. */
  public BtlResult move(
      boolean isPut,
      Convertor convertor,
      long position,
      BtlRegistration local,
      byte[] key,
      long offset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    if (local == null
        && initiator.endpoint().module().attributes().capabilities().needsRegistration()) {
      throw new IllegalArgumentException(
          UcxParameters.COMMON.flags().name()
              + " declares that local memory is registered; this is not");
    }
    if (!initiator.isReady(ordering) || underWay >= MAX_UNDER_WAY) {
      return BtlResult.BUSY;
    }
    if (lengthBytes == 0) {
      return BtlResult.DONE;
    }
    RemoteKeys.RemoteKey usable = keys.acquire(initiator.handle(), key);
    if (usable == null) {
      return BtlResult.REFUSED;
    }
    initiator.raiseFence();
    underWay++;
    return new RdmaOperation(
            this,
            isPut,
            usable,
            KeyCodec.address(key) + offset,
            convertor,
            position,
            lengthBytes,
            completion)
        .start();
  }

  /** One has ended. */
  void ended() {
    underWay--;
    forgetKeysIfOver();
  }

  /** Asks to be told when all puts have arrived. */
  public BtlResult flush(BtlCompletion completion) {
    FlushOperation flush = initiator.operations().add(new FlushOperation(initiator, completion));
    int status = Shim.ob1j_ucx_flush(initiator.handle(), flush.token);
    if (status == Shim.OB1J_UCX_STARTED) {
      return BtlResult.STARTED;
    }
    initiator.operations().remove(flush);
    if (status != 0) {
      initiator.failedToStart(status, completion);
      return BtlResult.STARTED;
    }
    return BtlResult.DONE;
  }

  /** The endpoint is being closed; what is under way ends, with its keys, soon after. */
  public void close() {
    closed = true;
    forgetKeysIfOver();
  }

  private void forgetKeysIfOver() {
    if (closed && underWay == 0) {
      keys.clear();
    }
  }
}
