package org.ob1j.btl.tcp;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.OrderingContractTest;

class TcpOrderingTest extends OrderingContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }
}
