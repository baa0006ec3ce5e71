package org.ob1j.btl.sm;

import java.util.List;
import java.util.Map;
import org.ob1j.btl.BtlComponent;

/** The contract where long frames are written past the caches. */
class FarCoresContractTest extends SharedMemoryContractTest {
  @Override
  protected BtlComponent newComponent() {
    return new SharedMemoryComponent(List::of, List::of, () -> List.of(new FakeStreamingCopy()));
  }

  @Override
  protected Map<String, String> parameters() {
    return Map.of("btl_sm_far_line_nanos", "0", "btl_sm_native_copy_after", "0");
  }
}
