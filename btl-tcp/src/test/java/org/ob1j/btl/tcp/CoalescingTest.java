package org.ob1j.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlFabric;
import org.ob1j.btl.tcp.stream.FramePrefix;

/**
 * When small frames are held back, and when they leave. {@code SendQueueTest} counts the writes.
 */
@Timeout(60)
class CoalescingTest {
  private static final int HEADER_BYTES = 24;
  private static final int PAYLOAD_BYTES = 100;
  private static final int FRAME_BYTES = FramePrefix.frameBytes(HEADER_BYTES, PAYLOAD_BYTES);

  private static final int ENOUGH_BYTES = 32 << 10;

  private BtlFabric fabric;
  private TcpEndpoint endpoint;

  @BeforeEach
  void connect() {
    fabric = BtlFabric.open(2, TcpComponent::new, Map.of());
    fabric.send(0, 1, HEADER_BYTES, PAYLOAD_BYTES);
    endpoint = (TcpEndpoint) fabric.rank(0).endpoint(1);
    fabric.await("the first frame", () -> !endpoint.hasOutput());
  }

  @AfterEach
  void close() {
    fabric.close();
  }

  private void send() {
    assertThat(fabric.rank(0).trySendImmediate(1, HEADER_BYTES, PAYLOAD_BYTES)).isTrue();
  }

  @Test
  void shouldHoldSmallFramesBackUntilTheyArePushed() {
    for (int i = 0; i < 20; i++) {
      send();
      assertThat(endpoint.hasOutput()).isTrue();
    }
    // What has left would arrive.
    fabric.rank(1).progress();
    assertThat(fabric.rank(1).receiver().receivedCount()).isEqualTo(1);
    endpoint.push();
    assertThat(endpoint.hasOutput()).isFalse();
    fabric.await("all", () -> fabric.rank(1).receiver().receivedCount() == 21);
  }

  @Test
  void shouldHoldSmallFramesBackUntilTheNextPoll() {
    send();
    send();
    assertThat(endpoint.hasOutput()).isTrue();
    fabric.rank(0).progress();
    assertThat(endpoint.hasOutput()).isFalse();
  }

  @Test
  void shouldWriteAtOnceWhenEnoughHasGathered() {
    int frames = ENOUGH_BYTES / FRAME_BYTES;
    for (int i = 0; i < frames; i++) {
      send();
      assertThat(endpoint.hasOutput()).isTrue();
    }
    send();
    assertThat(endpoint.hasOutput()).isFalse();
  }
}
