package org.ob1j.btl.ucx;

import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.OrderingContractTest;
import org.ob1j.btl.RdmaContractTest;

/** Put and get where UCX emulates them, forced on. */
class UcxRdmaTest {
  private static final int SEND_PUT_GET_FLUSH = 0x1 + 0x2 + 0x4 + 0x80;
  private static final int NEEDS_REGISTRATION = 0x10;

  @Nested
  class Posix extends Contract {
    Posix() {
      super(Ucx.POSIX, SEND_PUT_GET_FLUSH);
    }
  }

  @Nested
  class Tcp extends Contract {
    Tcp() {
      super(Ucx.TCP, SEND_PUT_GET_FLUSH);
    }
  }

  @Nested
  class Registered extends Contract {
    Registered() {
      super(Ucx.POSIX, SEND_PUT_GET_FLUSH + NEEDS_REGISTRATION);
    }
  }

  @Nested
  class Ordering extends OrderingContractTest {
    Ordering() {
      Ucx.assumeAvailable();
    }

    @Override
    protected BtlComponent newComponent() {
      return new UcxComponent();
    }

    @Override
    protected Map<String, String> parameters() {
      return flags(Ucx.POSIX, SEND_PUT_GET_FLUSH);
    }
  }

  private static Map<String, String> flags(String transports, int flags) {
    return Ucx.parameters(transports, "btl_ucx_flags", Integer.toString(flags));
  }

  abstract static class Contract extends RdmaContractTest {
    private final Map<String, String> parameters;

    Contract(String transports, int flags) {
      Ucx.assumeAvailable();
      parameters = flags(transports, flags);
    }

    @Override
    protected BtlComponent newComponent() {
      return new UcxComponent();
    }

    @Override
    protected Map<String, String> parameters() {
      return parameters;
    }

    @Override
    protected boolean tellsUnregistered() {
      // UCX writes wherever a key says.
      return false;
    }
  }
}
