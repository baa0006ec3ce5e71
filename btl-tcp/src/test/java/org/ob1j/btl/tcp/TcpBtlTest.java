package org.ob1j.btl.tcp;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;

class TcpBtlTest extends BtlContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }
}
