package org.ob1j.btl.tcp;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.RdmaContractTest;

/** Put over TCP: frames that are read straight into registered memory. */
class TcpRdmaTest {
  private static final int SEND_AND_PUT = 0x1 + 0x2;
  private static final int NEEDS_REGISTRATION = 0x10;

  @Nested
  class AnyMemory extends Contract {
    AnyMemory() {
      super(SEND_AND_PUT, Map.of());
    }
  }

  @Nested
  class SmallFrames extends Contract {
    SmallFrames() {
      super(
          SEND_AND_PUT,
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
      super(SEND_AND_PUT + NEEDS_REGISTRATION, Map.of());
    }
  }

  abstract static class Contract extends RdmaContractTest {
    private final Map<String, String> parameters;

    Contract(int flags, Map<String, String> others) {
      parameters = new HashMap<>(others);
      parameters.put("btl_tcp_flags", Integer.toString(flags));
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
