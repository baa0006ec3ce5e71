package org.ob1j.btl.inmemory;

import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.OrderingContractTest;
import org.ob1j.btl.fault.FaultInjectingComponent;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.order.GuaranteedOrder;

/** Order over the in-memory transport, which keeps as much of it as is wished and not more. */
class InMemoryOrderingTest {
  @Nested
  class InOrder extends Contract {
    InOrder() {
      super(GuaranteedOrder.STRICT);
    }
  }

  /** As FI_MSG. */
  @Nested
  class Connection extends Contract {
    Connection() {
      super(GuaranteedOrder.CONNECTION);
    }
  }

  /** As FI_RDM, where sequences are kept by waiting. */
  @Nested
  class Unordered extends Contract {
    Unordered() {
      super(GuaranteedOrder.NONE);
    }
  }

  @Nested
  class WithFaults extends Contract {
    WithFaults() {
      super(GuaranteedOrder.NONE);
    }

    @Override
    protected BtlComponent newComponent() {
      return new FaultInjectingComponent(super::newComponent);
    }

    @Override
    protected boolean usesItsFreedom() {
      return false;
    }
  }

  abstract static class Contract extends OrderingContractTest {
    private final InMemoryFabric fabric;

    Contract(GuaranteedOrder order) {
      fabric =
          new InMemoryFabric(
              9,
              Behaviour.ordered()
                  .withOrder(order)
                  .withCapabilities(
                      InMemoryFabric.ALL_CAPABILITIES & ~BtlCapabilities.NEEDS_REGISTRATION));
    }

    @Override
    protected BtlComponent newComponent() {
      return fabric.component();
    }

    @Override
    protected boolean usesItsFreedom() {
      return true;
    }
  }
}
