package org.ob1j.btl.sm;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;

/** The contract over shared memory with long rings. */
class SharedMemoryContractTest extends BtlContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent();
  }

  @Override
  protected boolean tellsClosedPeers() {
    return true;
  }
}
