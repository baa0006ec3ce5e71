package org.ob1j.btl.sm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ob1j.btl.StreamingCopy;
import org.ob1j.runtime.memory.Memory;

class FarFramesTest {
  private static final int LINES = 256;
  private static final int PAYLOAD_BYTES = LINES * PayloadRingLayout.ALIGNMENT;
  private static final int RING_BYTES = 4 * PAYLOAD_BYTES;
  private static final long NEAR = 10L * LINES;
  private static final long FAR = NEAR + 1;

  private final FakeStreamingCopy service = new FakeStreamingCopy();
  private final Memory ring = Memory.allocate(RING_BYTES);

  private FarFrames frames(long loadAfterBytes) {
    return new FarFrames(ring, new StreamingCopies(() -> List.of(service), loadAfterBytes), 10);
  }

  @Test
  void shouldBeFarAfterTwoSlowLooksAndNearAfterTwoQuickOnes() {
    FarFrames frames = frames(0);
    frames.looked(FAR, LINES);
    assertThat(frames.isFar()).isFalse();
    frames.looked(FAR, LINES);
    assertThat(frames.isFar()).isTrue();

    frames.looked(NEAR, LINES);
    frames.looked(NEAR, LINES);
    assertThat(frames.isFar()).isFalse();
  }

  @Test
  void shouldStageFramesForFarPeersOnly() {
    FarFrames frames = frames(0);
    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNull();

    frames.looked(FAR, LINES);
    frames.looked(FAR, LINES);

    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNotNull().isNotSameAs(ring);
  }

  @Test
  void shouldBringWhatIsStagedIntoTheRing() {
    FarFrames frames = frames(0);
    frames.looked(FAR, LINES);
    frames.looked(FAR, LINES);
    Memory staging = frames.stagingFor(PAYLOAD_BYTES, PAYLOAD_BYTES);
    for (int i = 0; i < PAYLOAD_BYTES; i++) {
      staging.putByte(i, (byte) (i * 3 + 1));
    }

    frames.write(PAYLOAD_BYTES, PAYLOAD_BYTES - 1);

    assertThat(ring.getByte(PAYLOAD_BYTES - 1)).isZero();
    for (int i = 0; i < PAYLOAD_BYTES - 1; i++) {
      assertThat(ring.getByte(PAYLOAD_BYTES + i)).isEqualTo((byte) (i * 3 + 1));
    }
    assertThat(ring.getByte(2 * PAYLOAD_BYTES - 1)).isZero();
    assertThat(frames.describe()).isEqualTo("1 frames past the caches, far");
  }

  @Test
  void shouldLookForNativeCodeOnceItPays() {
    FarFrames frames = frames(2 * PAYLOAD_BYTES);
    frames.looked(FAR, LINES);
    frames.looked(FAR, LINES);

    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNull();
    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNull();
    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNotNull();
  }

  @Test
  void shouldDoWithoutNativeCode() {
    StreamingCopies none = new StreamingCopies(List::<StreamingCopy>of, 0);
    FarFrames frames = new FarFrames(ring, none, 10);
    frames.looked(FAR, LINES);
    frames.looked(FAR, LINES);

    assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNull();
    assertThat(frames.describe()).isEqualTo("0 frames past the caches, far, native: none");
  }

  @Test
  void shouldTakeAllPeersForFarIfToldSo() {
    FarFrames frames = new FarFrames(ring, new StreamingCopies(() -> List.of(service), 0), 0);

    for (int i = 0; i < 1_000; i++) {
      assertThat(frames.stagingFor(0, PAYLOAD_BYTES)).isNotNull();
    }
  }

  @Test
  void shouldWriteNothingBeyondTheFramesLinesWhenItLooks() {
    FarFrames frames = frames(0);
    ring.bytes().put(0, new byte[] {1}).put(RING_BYTES - 1, (byte) 1);
    for (int i = 0; i < 10_000; i++) {
      frames.stagingFor(PayloadRingLayout.ALIGNMENT, PAYLOAD_BYTES);
    }

    assertThat(ring.getByte(0)).isEqualTo((byte) 1);
    assertThat(ring.getByte(RING_BYTES - 1)).isEqualTo((byte) 1);
  }
}
