package org.ob1j.btl.sm;

import java.util.Map;

/** The contract where there are no long rings and all frames are short. */
class ShortFramesContractTest extends SharedMemoryContractTest {
  @Override
  protected Map<String, String> parameters() {
    return Map.of("btl_sm_payload_ring_size", "0");
  }
}
