package org.ob1j.btl.fault;

import java.util.Map;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;
import org.ob1j.btl.inmemory.InMemoryFabric;

/** The contract, but for order, over the in-memory transport with injected faults. */
class FaultyInMemoryBtlTest extends BtlContractTest {
  private final InMemoryFabric fabric = new InMemoryFabric(3, InMemoryFabric.Behaviour.ordered());

  @Override
  protected BtlComponent newComponent() {
    return new FaultInjectingComponent(fabric::component);
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of("btl_fault_seed", "5", "btl_fault_busy_percent", "50");
  }
}
