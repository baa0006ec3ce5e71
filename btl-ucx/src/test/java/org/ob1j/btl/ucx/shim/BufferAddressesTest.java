package org.ob1j.btl.ucx.shim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BufferAddressesTest {
  private final BufferAddresses addresses = new BufferAddresses();

  @BeforeEach
  void requireNativeCode() {
    String reason = NativeLibrary.unavailableReason(getClass().getClassLoader());
    assumeTrue(reason == null, reason);
  }

  /** More buffers than are kept in mind, so that some take the places of others. */
  @Test
  void shouldTellWhereEachBufferBeginsAgainAndAgain() {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      buffers.add(ByteBuffer.allocateDirect(16 + i));
    }
    for (int turn = 0; turn < 3; turn++) {
      for (ByteBuffer buffer : buffers) {
        assertThat(addresses.of(buffer)).isEqualTo(NativeLibrary.addressOf(buffer));
      }
    }
  }

  @Test
  void shouldTellTheBeginningWhereverThePositionIs() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(100);
    long address = addresses.of(buffer);

    buffer.position(40).limit(50);

    assertThat(addresses.of(buffer)).isEqualTo(address);
    assertThat(addresses.of(buffer.slice(8, 10))).isEqualTo(address + 8);
  }
}
