package org.ob1j.btl.inmemory;

import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.LayersContractTest;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;

class InMemoryLayersTest extends LayersContractTest {
  private final InMemoryFabric fabric = new InMemoryFabric(1, Behaviour.unordered());

  @Override
  protected BtlComponent newComponent() {
    return fabric.component();
  }
}
