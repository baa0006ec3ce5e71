package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ob1j.btl.StreamingCopy;

class NativeStreamsTest {
  private final NativeStreams service = new NativeStreams();

  @Test
  void shouldBeFoundThroughServiceLoader() {
    assertThat(ServiceLoader.load(StreamingCopy.class)).hasOnlyElementsOfType(NativeStreams.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 4097, 16 << 10, 100_003})
  void shouldCopyBytesAndNothingElse(int lengthBytes) {
    String reason = service.unavailableReason();
    assumeTrue(reason == null, reason);
    byte[] bytes = new byte[lengthBytes];
    new Random(lengthBytes).nextBytes(bytes);
    ByteBuffer source = ByteBuffer.allocateDirect(lengthBytes + 3).put(3, bytes);
    ByteBuffer target =
        ByteBuffer.allocateDirect(lengthBytes + 2 * StreamingCopy.ALIGNMENT)
            .alignedSlice(StreamingCopy.ALIGNMENT);

    service.copy(service.addressOf(target), service.addressOf(source) + 3, lengthBytes);

    byte[] copied = new byte[lengthBytes];
    target.get(0, copied);
    assertThat(copied).isEqualTo(bytes);
    for (int i = lengthBytes; i < target.capacity(); i++) {
      assertThat(target.get(i)).as("byte %d", i).isZero();
    }
  }
}
