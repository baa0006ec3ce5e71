package org.ob1j.btl.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ob1j.runtime.memory.Memory;

class RepeatedHeaderTest {
  private static final int OFFSET = 8;

  private final Memory memory = Memory.allocate(64);
  private final RepeatedHeader sender = new RepeatedHeader();
  private final RepeatedHeader receiver = new RepeatedHeader();

  private boolean send(long first, long second, long third) {
    memory.putLong(OFFSET, first);
    memory.putLong(OFFSET + 8, second);
    memory.putLong(OFFSET + 16, third);
    boolean repeated = sender.advance(memory, OFFSET);
    if (repeated) {
      assertThat(receiver.repeat(sender.number())).isTrue();
      assertThat(receiver.header().getLong(0)).isEqualTo(first);
      assertThat(receiver.header().getLong(8)).isEqualTo(second);
      assertThat(receiver.header().getLong(16)).isEqualTo(third);
    } else {
      receiver.remember(memory, OFFSET);
    }
    return repeated;
  }

  @Test
  void shouldRepeatAHeaderWhoseLastWordIsOneMore() {
    assertThat(send(1, 2, 3)).isFalse();
    assertThat(send(1, 2, 4)).isTrue();
    assertThat(send(1, 2, 5)).isTrue();
  }

  @Test
  void shouldSendHeadersThatAreNotLikeTheLast() {
    send(1, 2, 3);

    assertThat(send(0, 2, 4)).isFalse();
    assertThat(send(0, 3, 5)).isFalse();
    assertThat(send(0, 3, 5)).isFalse();
    assertThat(send(0, 3, 7)).isFalse();
    assertThat(send(0, 3, 6)).isFalse();
    assertThat(send(0, 3, 7)).isTrue();
  }

  @Test
  void shouldNotRepeatAHeaderThatWasNeverSent() {
    assertThat(send(0, 0, 1)).isFalse();
  }

  @Test
  void shouldNotRepeatWhatHasBeenForgotten() {
    send(1, 2, 3);
    sender.forget();

    assertThat(send(1, 2, 4)).isFalse();
    assertThat(send(1, 2, 5)).isTrue();
  }

  @Test
  void shouldCarryIntoTheUpperHalfOfTheLastWord() {
    send(1, 2, 0xffff_ffffL);

    assertThat(send(1, 2, 0x1_0000_0000L)).isTrue();
    assertThat(send(1, 2, Long.MAX_VALUE)).isFalse();
    assertThat(send(1, 2, Long.MIN_VALUE)).isTrue();
  }

  @Test
  void shouldNoticeThatAnotherHeaderIsRepeated() {
    send(1, 2, 3);

    assertThat(receiver.repeat(5)).isFalse();
  }
}
