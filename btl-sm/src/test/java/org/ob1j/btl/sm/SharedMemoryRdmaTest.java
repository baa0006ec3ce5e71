package org.ob1j.btl.sm;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.RdmaContractTest;

/** Put and get in shared mappings, with and without the help of the peer. */
class SharedMemoryRdmaTest {
  @Nested
  class Shared extends Contract {
    Shared() {
      super(Map.of("btl_sm_split_size", "64k", "btl_sm_split_chunk_size", "4k"));
    }
  }

  @Nested
  class Alone extends Contract {
    Alone() {
      super(Map.of("btl_sm_split_size", "1g"));
    }
  }

  @Nested
  class Registered extends Contract {
    Registered() {
      super(Map.of("btl_sm_flags", Integer.toString(0x1 + 0x2 + 0x4 + 0x10 + 0x100)));
    }
  }

  @Nested
  class GetOnly extends Contract {
    GetOnly() {
      super(Map.of("btl_sm_flags", Integer.toString(0x1 + 0x4)));
    }
  }

  abstract static class Contract extends RdmaContractTest {
    private final Map<String, String> parameters;

    Contract(Map<String, String> parameters) {
      this.parameters = new HashMap<>(parameters);
      // What fits a frame is allocated elsewhere.
      this.parameters.put("btl_sm_max_send_size", "16448");
    }

    @Override
    protected BtlComponent newComponent() {
      return new SharedMemoryComponent();
    }

    @Override
    protected Map<String, String> parameters() {
      return parameters;
    }

    @Override
    protected int minCapacityBytes() {
      return 32 * 1024;
    }

    @Override
    protected boolean tellsUnregistered() {
      return false;
    }
  }
}
