package org.ob1j.btl.sm;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.OrderingContractTest;

class SharedMemoryOrderingTest extends OrderingContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent();
  }
}
