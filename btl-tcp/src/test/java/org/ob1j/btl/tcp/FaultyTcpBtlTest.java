package org.ob1j.btl.tcp;

import java.util.Map;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;
import org.ob1j.btl.fault.FaultInjectingComponent;

/** The contract, but for order, over TCP with injected faults; the component is found by name. */
class FaultyTcpBtlTest extends BtlContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new FaultInjectingComponent();
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of("btl_fault_wraps", "tcp", "btl_fault_seed", "11");
  }
}
