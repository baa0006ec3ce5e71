package org.ob1j.btl.tcp;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.LayersContractTest;

class TcpLayersTest extends LayersContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new TcpComponent();
  }
}
