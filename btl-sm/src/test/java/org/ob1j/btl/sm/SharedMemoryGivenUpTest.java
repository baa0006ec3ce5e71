package org.ob1j.btl.sm;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.GivenUpContractTest;

class SharedMemoryGivenUpTest extends GivenUpContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent();
  }
}
