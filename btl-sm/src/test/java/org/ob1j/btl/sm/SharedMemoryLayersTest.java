package org.ob1j.btl.sm;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.LayersContractTest;

class SharedMemoryLayersTest extends LayersContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent();
  }
}
