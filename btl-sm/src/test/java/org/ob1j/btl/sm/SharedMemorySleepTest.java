package org.ob1j.btl.sm;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.SleepContractTest;

class SharedMemorySleepTest extends SleepContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent();
  }
}
