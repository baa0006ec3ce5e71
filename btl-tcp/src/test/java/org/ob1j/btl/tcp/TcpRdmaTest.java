package org.ob1j.btl.tcp;

import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.RdmaContractTest;

/** Put over TCP: frames that are read straight into registered memory. */
class TcpRdmaTest {
  @Nested
  class AnyMemory extends Contract {
    AnyMemory() {
      super(Map.of());
    }
  }

  @Nested
  class SmallFrames extends Contract {
    SmallFrames() {
      super(
          Map.of(
              "btl_tcp_max_send_size", "1k",
              "btl_tcp_eager_limit", "1k",
              "btl_tcp_rndv_eager_limit", "1k",
              "btl_tcp_sndbuf", "8k"));
    }
  }

  @Nested
  class Registered extends Contract {
    Registered() {
      super(Map.of("btl_tcp_flags", Integer.toString(0x1 + 0x2 + 0x10)));
    }
  }

  abstract static class Contract extends RdmaContractTest {
    private final Map<String, String> parameters;

    Contract(Map<String, String> parameters) {
      this.parameters = parameters;
    }

    @Override
    protected BtlComponent newComponent() {
      return new TcpComponent();
    }

    @Override
    protected Map<String, String> parameters() {
      return parameters;
    }
  }
}
