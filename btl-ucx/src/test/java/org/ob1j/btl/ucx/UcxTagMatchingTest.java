package org.ob1j.btl.ucx;

import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.TagMatchingContractTest;

/** Tags that UCX matches in its software. */
class UcxTagMatchingTest {
  @Nested
  class Posix extends Contract {
    Posix() {
      super(Ucx.POSIX);
    }
  }

  @Nested
  class Tcp extends Contract {
    Tcp() {
      super(Ucx.TCP);
    }
  }

  abstract static class Contract extends TagMatchingContractTest {
    private final Map<String, String> parameters;

    Contract(String transports) {
      Ucx.assumeAvailable();
      parameters = Ucx.parameters(transports, "btl_ucx_tag_offload", "on");
    }

    @Override
    protected BtlComponent newComponent() {
      return new UcxComponent();
    }

    @Override
    protected boolean tellsOrderOfMatchedAndUnmatched() {
      // UCX calls back for what matches, and is asked for the rest.
      return false;
    }

    @Override
    protected Map<String, String> parameters() {
      return parameters;
    }
  }
}
