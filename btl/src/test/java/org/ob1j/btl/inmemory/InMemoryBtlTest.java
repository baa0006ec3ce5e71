package org.ob1j.btl.inmemory;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;

class InMemoryBtlTest extends BtlContractTest {
  private final InMemoryFabric fabric = new InMemoryFabric(1, InMemoryFabric.Behaviour.ordered());

  @Override
  protected BtlComponent newComponent() {
    return fabric.component();
  }
}
