package org.ob1j.btl.tcp;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.SleepContractTest;

class TcpSleepTest extends SleepContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }
}
