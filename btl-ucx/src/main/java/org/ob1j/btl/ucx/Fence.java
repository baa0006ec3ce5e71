package org.ob1j.btl.ucx;

import org.ob1j.btl.ucx.shim.Operation;

/**
 * What an operation waits for that asks for more order than UCX keeps: that everything before it
 * has ended, and then a flush.
 */
final class Fence extends Operation {
  private enum Stage {
    /** Nothing has been issued since the last flush. */
    PASSED,
    /** Something has. */
    RAISED,
    FLUSHING
  }

  private final UcxEndpoint endpoint;
  private Stage stage = Stage.PASSED;

  Fence(UcxEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** An operation has been issued. */
  void raise() {
    if (stage != Stage.FLUSHING) {
      stage = Stage.RAISED;
    }
  }

  /** Whether all has arrived; if not, asks for it. */
  boolean isPassed() {
    if (stage == Stage.RAISED && endpoint.isIdle()) {
      stage = Stage.FLUSHING;
      UcxModule module = (UcxModule) endpoint.module();
      module.operations().add(this);
      if (!endpoint.startFlush(this)) {
        module.operations().remove(this);
        stage = Stage.PASSED;
      }
    }
    return stage == Stage.PASSED;
  }

  @Override
  public void ended(int status) {
    stage = Stage.PASSED;
    if (status != 0) {
      endpoint.broken(status);
    }
  }
}
