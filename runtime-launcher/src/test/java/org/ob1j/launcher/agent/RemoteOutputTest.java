package org.ob1j.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RemoteOutputTest {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final List<Integer> taken = Collections.synchronizedList(new ArrayList<>());
  private final List<String> written = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch room = new CountDownLatch(1);
  private final RemoteOutput output = new RemoteOutput("h1", taken::add, () -> {});

  @AfterEach
  void endThread() {
    room.countDown();
    output.close();
  }

  private void write(String text) {
    assertThat(output.pass(text.length(), () -> written.add(text))).isTrue();
  }

  private void waitForReader() {
    assertThat(
            output.pass(
                100,
                () -> {
                  try {
                    room.await();
                  } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                  }
                }))
        .isTrue();
  }

  private void drain() throws InterruptedException {
    output.drain(System.nanoTime() + LIMIT_NANOS);
  }

  @Test
  void shouldGiveCreditBackForWhatIsWritten() throws InterruptedException {
    write("a");
    write("bc");
    drain();

    assertThat(written).containsExactly("a", "bc");
    assertThat(taken).containsExactly(1, 2);
    assertThat(output.isHeld()).isFalse();
  }

  @Test
  void shouldHoldWhatItsReaderHasNoRoomFor() throws InterruptedException {
    waitForReader();
    write("a");

    assertThat(output.isHeld()).isTrue();
    assertThat(taken).isEmpty();
    room.countDown();
    drain();
    assertThat(taken).containsExactly(100, 1);
  }

  @Test
  void shouldGiveBackTheCreditOfAllThatIsDiscardedOnce() throws InterruptedException {
    waitForReader();
    write("a");

    output.discard();
    output.discard();
    write("bc");

    assertThat(taken).containsExactly(101, 2);
    assertThat(output.isHeld()).isFalse();
    output.close();
    assertThat(output.awaitEnd(LIMIT_NANOS)).isTrue();
    room.countDown();
  }

  @Test
  void shouldWaitAtTheEndForWhatIsHeld() throws InterruptedException {
    waitForReader();
    output.close();

    assertThat(output.awaitEnd(TimeUnit.MILLISECONDS.toNanos(1))).isFalse();
    assertThat(output.pass(1, () -> written.add("late"))).isFalse();
    room.countDown();
    assertThat(output.awaitEnd(LIMIT_NANOS)).isTrue();
    assertThat(written).isEmpty();
  }
}
