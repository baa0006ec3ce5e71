package org.ob1j.btl.tcp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.memory.FoundService;

class NativeArraysTest {
  private final SplitChannel nothing = new SplitChannel(new byte[0], new Random(1), 1);
  private final FakeArraySockets sockets = FakeArraySockets.readingFrom(nothing);
  private final NativeArrays natives = new NativeArrays(new FoundService<>(sockets, null));

  @Test
  void shouldTellWhatMovesArrays() {
    assertThat(natives.service()).isSameAs(sockets);
    assertThat(natives.describe()).isEqualTo("arrays moved by FakeArraySockets");
  }

  @Test
  void shouldTellWhyThereIsNone() {
    NativeArrays without = new NativeArrays(new FoundService<>(null, "none"));
    assertThat(without.service()).isNull();
    assertThat(without.describe()).isEqualTo("arrays copied by Java, native: none");
  }

  @Test
  void shouldCopyWhereAConnectionHasNoDescriptor() {
    int[] attempts = new int[1];
    ArrayChannel channel =
        new ArrayChannel(
            natives,
            service -> {
              attempts[0]++;
              throw new IOException("no more descriptors");
            });
    assertThat(channel.works()).isFalse();
    assertThat(channel.works()).isFalse();
    assertThat(attempts[0]).isEqualTo(1);
    assertThat(natives.describe())
        .isEqualTo("arrays moved by FakeArraySockets, but no more descriptors");
  }

  @Test
  void shouldCloseItsDescriptorOnce() throws IOException {
    ArrayChannel channel = new ArrayChannel(natives, service -> service.open(null, null));
    assertThat(channel.works()).isTrue();
    assertThat(sockets.isOpen()).isTrue();
    channel.close();
    assertThat(sockets.isOpen()).isFalse();
    channel.close();
    assertThat(channel.works()).isFalse();
    assertThat(sockets.isOpen()).isFalse();
  }

  @Test
  void shouldRefusePiecesThatAreNotOfTheArray() {
    ArrayChannel channel = new ArrayChannel(natives, service -> service.open(null, null));
    assertThat(channel.works()).isTrue();
    channel.begin(new short[10]);
    channel.addArray(1, 19);
    for (long[] piece : new long[][] {{1, 20}, {-1, 1}, {21, 0}, {0, -1}, {Long.MAX_VALUE, 1}}) {
      assertThatThrownBy(() -> channel.addArray(piece[0], (int) piece[1]))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> channel.begin(new boolean[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("[Z is no array of numbers");
  }
}
