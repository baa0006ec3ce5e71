package org.ob1j.btl.sm.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.btl.sm.segment.SegmentLayout;

class MemoryBudgetTest {
  private static final int K = 1024;
  private static final int M = K * K;

  /** All in KiB: free, btl_sm_shared_bytes, local ranks, preferred ring; ring, bytes for rings. */
  @ParameterizedTest
  @CsvSource({
    // plenty
    "24000000, 0,  2, 512, 512, 5999988",
    "24000000, 0, 17, 512, 512, 705782",
    "65536,    0,  2, 512, 512, 16372",
    // many peers
    "24000000, 0, 17, 2048, 2048, 705782",
    "24000000, 0, 18, 2048, 1024, 666558",
    "24000000, 0, 64, 2048, 512, 187116",
    "24000000, 0, 64, 512, 128, 187116",
    // fair shares of a small /dev/shm
    "65536,    0,  4, 2048, 2048, 8168",
    "65536,    0,  8, 2048, 512, 4048",
    "65536,    0,  8, 512, 512, 4048",
    "65536,    0, 16, 512,  64, 1952",
    "65536,    0, 64, 512,  64, 128",
    // the user says how much
    "65536, 1024,  2, 512, 256, 500",
    "65536,  256,  2, 512,  64, 116",
    "65536,65536, 64, 512,  64, 640",
    // no more than is free
    "65536,99999,  2, 512, 512, 32756",
    // too little for any
    "65536,  128,  2, 512,   0, 0",
    "256,      0,  2, 512,   0, 0",
    "65536,    0, 256, 512,  0, 0",
    // none wanted
    "65536,    0,  2,   0,   0, 0",
    "65536,    0,  2,  63,   0, 0",
    // a power of two
    "65536,    0,  2, 100,  64, 16372",
    // alone on its host
    "65536,    0,  1, 512, 512, 32764",
  })
  void shouldDecide(
      long freeK, long sharedK, int localRanks, int preferredK, int ringK, long payloadK) {
    int segmentBytes = SegmentLayout.segmentBytes(localRanks - 1);

    MemoryBudget budget =
        MemoryBudget.decide(freeK * K, sharedK * K, localRanks, segmentBytes, preferredK * K);

    assertThat(budget.payloadRingBytes()).isEqualTo(ringK * K);
    assertThat(budget.payloadBytes() / K).isEqualTo(payloadK);
    long ringsBytes =
        ringK == 0 ? 0 : (localRanks - 1L) * LongRingLayout.fileBytes(budget.payloadRingBytes());
    assertThat(budget.bufferBytes() + ringsBytes)
        .as("rings to all peers and the user's buffers")
        .isLessThanOrEqualTo(Math.max(ringsBytes, (freeK * K) / localRanks));
    assertThat(localRanks * (segmentBytes + budget.payloadBytes()))
        .as("all ranks together")
        .isLessThanOrEqualTo(Math.max(sharedK * K, freeK * K / 2) + 2L * M * localRanks);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "160, 10", "1048576, 65536", "99999999, 65536"})
  void shouldLeaveAPartForRegions(long bufferK, long regionsK) {
    assertThat(new MemoryBudget(0, 0, bufferK * K).regionsBytes()).isEqualTo(regionsK * K);
  }
}
