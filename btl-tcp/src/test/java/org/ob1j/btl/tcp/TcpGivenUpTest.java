package org.ob1j.btl.tcp;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.GivenUpContractTest;

class TcpGivenUpTest extends GivenUpContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }
}
