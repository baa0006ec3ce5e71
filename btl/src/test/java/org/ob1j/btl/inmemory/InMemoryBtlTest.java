package org.ob1j.btl.inmemory;

import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContractTest;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;

/** The contract over the in-memory transport, whatever order that keeps. */
class InMemoryBtlTest {
  @Nested
  class InOrder extends Contract {
    InOrder() {
      super(Behaviour.ordered());
    }
  }

  @Nested
  class Unordered extends Contract {
    Unordered() {
      super(Behaviour.unordered());
    }
  }

  @Nested
  class OrderedSequences extends Contract {
    OrderedSequences() {
      super(Behaviour.orderedSequences());
    }
  }

  abstract static class Contract extends BtlContractTest {
    private final InMemoryFabric fabric;

    Contract(Behaviour behaviour) {
      fabric = new InMemoryFabric(1, behaviour);
    }

    @Override
    protected BtlComponent newComponent() {
      return fabric.component();
    }
  }
}
