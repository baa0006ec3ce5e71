package org.ob1j.runtime.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SleeperTest {
  private final ProgressEngine engine =
      new ProgressEngine(WaitPolicy.forHost(1, 2).withSleepAfter(0));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Awaited nothing = wait -> {};

  @AfterEach
  void close() {
    threads.shutdownNow();
    engine.close();
  }

  /** Something that is polled, and tells when it is asked for the last time before a sleep. */
  private static final class Polled implements Progressable {
    final Semaphore asked = new Semaphore(0);
    final List<String> calls = new ArrayList<>();
    volatile boolean arrived;
    long maxSleepNanos = Long.MAX_VALUE;
    int polls;
    int pollsWhenAsked;

    @Override
    public int progress() {
      polls++;
      return arrived ? 1 : 0;
    }

    @Override
    public void prepareSleep() {
      calls.add("prepare");
    }

    @Override
    public long maxSleepNanos() {
      calls.add("ask");
      pollsWhenAsked = polls;
      long answer = arrived ? 0 : maxSleepNanos;
      asked.release();
      return answer;
    }

    @Override
    public void endSleep() {
      calls.add("end");
    }
  }

  private interface Waking {
    void wake() throws IOException;
  }

  /** Waits in the engine until something has arrived, and has another thread wake this one. */
  private Polled awaitWokenBy(Waking waking) throws Exception {
    Polled polled = new Polled();
    engine.register(polled);
    Future<?> other =
        threads.submit(
            () -> {
              polled.asked.acquire();
              polled.arrived = true;
              waking.wake();
              return null;
            });
    while (!polled.arrived) {
      engine.pollOrIdle(nothing);
    }
    other.get(20, TimeUnit.SECONDS);
    return polled;
  }

  private void assertWokenInTime() {
    assertThat(engine.sleeper().describe()).contains(" times, 0 unwoken");
  }

  @Test
  void shouldWakeWhenItIsRung() throws Exception {
    try (PeerDoorbell peer = new PeerDoorbell(engine.doorbell().address())) {
      awaitWokenBy(peer::ring);
    }

    assertWokenInTime();
  }

  @Test
  void shouldWakeForAnotherThreadOfTheProcess() throws Exception {
    awaitWokenBy(engine.sleeper()::wakeUp);

    assertWokenInTime();
  }

  @Test
  void shouldWakeForAChannel() throws Exception {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    assertThat(engine.doorbell().watch(pipe.source(), 0)).isTrue();
    assertThat(engine.doorbell().watch(pipe.source(), SelectionKey.OP_READ)).isTrue();

    awaitWokenBy(() -> pipe.sink().write(ByteBuffer.allocate(1)));

    assertWokenInTime();
    pipe.sink().close();
    pipe.source().close();
  }

  @Test
  void shouldPrepareAskSleepAndEnd() throws Exception {
    Polled polled = awaitWokenBy(engine.sleeper()::wakeUp);

    assertThat(polled.calls).startsWith("prepare", "ask", "end");
    assertThat(engine.sleeper().describe()).doesNotContain("slept 0 times");
  }

  @Test
  void shouldNotSleepWhileSomethingHasToBePolled() {
    Polled polled = new Polled();
    polled.maxSleepNanos = 0;
    engine.register(polled);

    while (polled.asked.availablePermits() < 3) {
      engine.pollOrIdle(nothing);
    }

    assertThat(engine.sleeper().describe()).contains("slept 0 times");
  }

  @Test
  void shouldSleepNoLongerThanItMay() {
    Polled polled = new Polled();
    polled.maxSleepNanos = 1_000_000;
    engine.register(polled);

    while (polled.asked.availablePermits() < 3) {
      engine.pollOrIdle(nothing);
    }

    assertThat(engine.sleeper().describe()).contains("slept 3 times, 0 unwoken");
  }

  @Test
  void shouldNotSleepBeforeTheCallerHasSeenWhatCame() {
    Polled polled = new Polled();
    engine.register(polled);
    // What the last poll has brought need not have been counted.
    int pollsSeen = 0;

    while (polled.asked.availablePermits() == 0) {
      pollsSeen = polled.polls;
      engine.sleeper().wakeUp();
      engine.pollOrIdle(nothing);
    }

    assertThat(polled.pollsWhenAsked).isEqualTo(pollsSeen).isPositive();
  }

  @Test
  void shouldSleepAlthoughTheThreadIsInterruptedAndKeepTheInterrupt() throws Exception {
    Thread.currentThread().interrupt();

    awaitWokenBy(engine.sleeper()::wakeUp);

    assertThat(Thread.interrupted()).isTrue();
    assertWokenInTime();
  }

  @Test
  void shouldWakeAtOnceIfItWasRungBefore() throws Exception {
    try (PeerDoorbell peer = new PeerDoorbell(engine.doorbell().address())) {
      engine.sleeper().prepare();
      peer.ring();
      engine.sleeper().sleep(Sleeper.LONGEST_NANOS);
      engine.sleeper().end();
    }

    assertThat(engine.sleeper().describe()).contains("slept 1 times, 0 unwoken");
  }

  @Test
  void shouldForgetAtTheNextSleepThatItWasRung() throws Exception {
    try (PeerDoorbell peer = new PeerDoorbell(engine.doorbell().address())) {
      peer.ring();
      engine.sleeper().prepare();
      engine.sleeper().sleep(Sleeper.LONGEST_NANOS);
      engine.sleeper().end();
    }

    assertThat(engine.sleeper().describe()).contains("slept 1 times, 1 unwoken");
  }

  @Test
  void shouldRingNothingButThePipe() {
    DoorbellAddress address = engine.doorbell().address();
    PeerDoorbell other =
        new PeerDoorbell(
            new DoorbellAddress(address.processId(), address.descriptor(), address.inode() + 1));

    assertThatThrownBy(other::ring)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not the pipe " + (address.inode() + 1));
  }

  @Test
  void shouldTellItsPipeFromThoseThatOthersMake() throws Exception {
    Callable<ProgressEngine> open =
        () -> {
          ProgressEngine one = new ProgressEngine(WaitPolicy.forHost(1, 1));
          Pipe other = Pipe.open();
          assertThat(one.doorbell().address()).isNotNull();
          other.sink().close();
          other.source().close();
          return one;
        };
    List<Future<ProgressEngine>> opened = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      opened.add(threads.submit(open));
    }
    for (Future<ProgressEngine> one : opened) {
      ProgressEngine rung = one.get(20, TimeUnit.SECONDS);
      try (PeerDoorbell peer = new PeerDoorbell(rung.doorbell().address())) {
        rung.sleeper().prepare();
        peer.ring();
        rung.sleeper().sleep(Sleeper.LONGEST_NANOS);
        assertThat(rung.sleeper().describe()).contains("0 unwoken");
      }
      rung.close();
    }
  }
}
