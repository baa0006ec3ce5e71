package org.ob1j.btl.ucx;

import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.GivenUpContractTest;

/** Giving peers up, where UCX can end what is under way and where it cannot. */
class UcxGivenUpTest {
  @Nested
  class Posix extends Contract {
    Posix() {
      super(Ucx.parameters(Ucx.POSIX));
    }
  }

  @Nested
  class Tcp extends Contract {
    Tcp() {
      super(Ucx.parameters(Ucx.TCP));
    }
  }

  abstract static class Contract extends GivenUpContractTest {
    private final Map<String, String> parameters;

    Contract(Map<String, String> parameters) {
      Ucx.assumeAvailable();
      this.parameters = parameters;
    }

    @Override
    protected BtlComponent newComponent() {
      return new UcxComponent();
    }

    @Override
    protected Map<String, String> parameters() {
      return parameters;
    }
  }
}
