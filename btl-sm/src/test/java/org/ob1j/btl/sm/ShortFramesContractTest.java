package org.ob1j.btl.sm;

import java.util.Map;

/** The contract where there are no payload rings and slots carry everything. */
class SlotCarriedContractTest extends SharedMemoryContractTest {
  @Override
  protected Map<String, String> parameters() {
    return Map.of("btl_sm_payload_ring_size", "0");
  }
}
