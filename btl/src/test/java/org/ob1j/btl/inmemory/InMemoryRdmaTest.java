package org.ob1j.btl.inmemory;

import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlCapabilities;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.RdmaContractTest;
import org.ob1j.btl.inmemory.InMemoryFabric.Behaviour;

/** Put and get over the in-memory transport, with each means to learn of a put's arrival. */
class InMemoryRdmaTest {
  private static final int PUT_AND_GET =
      BtlCapabilities.SEND
          | BtlCapabilities.SEND_IMMEDIATE
          | BtlCapabilities.PUT
          | BtlCapabilities.GET;

  @Nested
  class InOrder extends Contract {
    InOrder() {
      super(Behaviour.ordered().withCapabilities(PUT_AND_GET));
    }
  }

  @Nested
  class CompletedRemotely extends Contract {
    CompletedRemotely() {
      super(
          Behaviour.unordered().withCapabilities(PUT_AND_GET | BtlCapabilities.REMOTE_COMPLETION));
    }
  }

  @Nested
  class Flushed extends Contract {
    Flushed() {
      super(Behaviour.unordered().withCapabilities(PUT_AND_GET | BtlCapabilities.FLUSH));
    }
  }

  @Nested
  class Registered extends Contract {
    Registered() {
      super(Behaviour.ordered().withCapabilities(PUT_AND_GET | BtlCapabilities.NEEDS_REGISTRATION));
    }
  }

  @Nested
  class GetOnly extends Contract {
    GetOnly() {
      super(Behaviour.unordered().withCapabilities(PUT_AND_GET & ~BtlCapabilities.PUT));
    }
  }

  abstract static class Contract extends RdmaContractTest {
    private final InMemoryFabric fabric;

    Contract(Behaviour behaviour) {
      fabric = new InMemoryFabric(9, behaviour);
    }

    @Override
    protected BtlComponent newComponent() {
      return fabric.component();
    }
  }
}
