package org.ob1j.btl.inmemory;

import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.TagMatchingContractTest;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;
import org.ob1j.btl.inmemory.SimulatedTagMatching.Nature;

/** The simulated device keeps to the contract, whatever it is like. */
class SimulatedTagMatchingTest {
  private abstract static class Contract extends TagMatchingContractTest {
    private final InMemoryFabric fabric;

    Contract(Nature nature) {
      fabric = new InMemoryFabric(1, Behaviour.unordered().withTags(nature));
    }

    @Override
    protected BtlComponent newComponent() {
      return fabric.component();
    }
  }

  @Nested
  class Willing extends Contract {
    Willing() {
      super(Nature.willing(16, 1024));
    }
  }

  @Nested
  class WithoutAnyRoom extends Contract {
    WithoutAnyRoom() {
      super(Nature.willing(0, 256));
    }
  }

  @Nested
  class ThatSeesUnexpectedMessages extends Contract {
    ThatSeesUnexpectedMessages() {
      super(new Nature(4, 512, 0, 0, 0, true));
    }
  }

  @Nested
  class ThatRefusesAtWill extends Contract {
    ThatRefusesAtWill() {
      super(Nature.capricious(4, 512));
    }
  }
}
