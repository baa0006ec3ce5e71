package org.ob1j.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.LoopbackNetwork;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;

class SynchronizedPmlTest {
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);
  private static final long LIMIT_SECONDS = 20;

  private final SynchronizedPml pml = new SynchronizedPml(LoopbackNetwork.engines(1).get(0));
  private final PmlCommunicator comm = pml.open(0, 0, new int[] {0});
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private Future<Byte> receive(int tag) {
    Callable<Byte> receive =
        () -> {
          byte[] data = new byte[1];
          comm.recv(data, 1, BYTES, 0, tag, new MessageStatus());
          return data[0];
        };
    return threads.submit(receive);
  }

  private void send(int value, int tag) {
    comm.send(SendMode.STANDARD, new byte[] {(byte) value}, 1, BYTES, 0, tag);
  }

  private void awaitWaits(int count) throws Exception {
    long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (pml.snapshot(TimeUnit.SECONDS.toNanos(1)).waits().size() != count) {
      assertThat(System.nanoTime()).isLessThan(limit);
      Thread.onSpinWait();
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void shouldWakeEachThreadWhenItsMessageComes() throws Exception {
    List<Future<Byte>> receives = List.of(receive(0), receive(1), receive(2));
    awaitWaits(3);
    for (int tag = 2; tag >= 0; tag--) {
      send(10 + tag, tag);
      assertThat(get(receives.get(tag))).isEqualTo((byte) (10 + tag));
      awaitWaits(tag);
    }
  }

  @Test
  void shouldWakeThreadsThatProbe() throws Exception {
    Callable<Long> probe =
        () -> {
          MessageStatus found = new MessageStatus();
          comm.probe(PmlCommunicator.ANY_SOURCE, 5, found);
          return found.lengthBytes;
        };
    Callable<PmlMessage> match = () -> comm.match(0, 6);
    Future<Byte> polls = receive(4);
    awaitWaits(1);
    Future<Long> probed = threads.submit(probe);
    Future<PmlMessage> matched = threads.submit(match);
    awaitWaits(3);
    send(1, 5);
    assertThat(get(probed)).isEqualTo(1);
    send(2, 6);
    byte[] data = new byte[1];
    PmlRequest receive = get(matched).receive(data, 1, BYTES);
    pml.await(receive);
    pml.release(receive);
    assertThat(data[0]).isEqualTo((byte) 2);
    send(3, 4);
    assertThat(get(polls)).isEqualTo((byte) 3);
  }

  @Test
  void shouldNameWhatThreadsWaitFor() throws Exception {
    Callable<Boolean> probe =
        () -> {
          comm.probe(0, 7, new MessageStatus());
          return true;
        };
    comm.setLabel(() -> "the label");
    Future<Boolean> probed = threads.submit(probe);
    awaitWaits(1);
    SynchronizedPml.Snapshot snapshot = pml.snapshot(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS));
    assertThat(snapshot.waits().get(0).description().operations())
        .containsExactly("probe for a message from rank 0, tag 7, the label");
    // The engine is asked for the traffic with those that are waited for.
    assertThat(snapshot.traffic()).isEqualTo(pml.traffic(List.of(0)));
    send(1, 7);
    assertThat(get(probed)).isTrue();
  }

  /** Such as one that waits for an address that the thread brings which writes the report. */
  @Test
  void shouldNotWaitForAThreadThatIsBusyInTheEngine() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch address = new CountDownLatch(1);
    Callable<Boolean> busy =
        () -> {
          pml.await(
              wait -> wait.operation("an address"),
              () -> {
                inside.countDown();
                try {
                  return address.await(LIMIT_SECONDS, TimeUnit.SECONDS);
                } catch (InterruptedException ended) {
                  return true;
                }
              });
          return true;
        };
    Future<Boolean> done = threads.submit(busy);
    assertThat(inside.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(pml.snapshot(TimeUnit.MILLISECONDS.toNanos(1))).isNull();
    address.countDown();
    assertThat(get(done)).isTrue();
    assertThat(pml.snapshot(TimeUnit.SECONDS.toNanos(LIMIT_SECONDS)).waits()).isEmpty();
  }

  @Test
  void shouldKeepTheInterruptOfAThreadThatWaits() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    Thread[] waiting = new Thread[1];
    Callable<Boolean> receive =
        () -> {
          waiting[0] = Thread.currentThread();
          started.countDown();
          comm.recv(new byte[1], 1, BYTES, 0, 8, new MessageStatus());
          return Thread.interrupted();
        };
    Future<Byte> polls = receive(9);
    awaitWaits(1);
    Future<Boolean> interrupted = threads.submit(receive);
    assertThat(started.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    awaitWaits(2);
    waiting[0].interrupt();
    send(1, 8);
    assertThat(get(interrupted)).isTrue();
    send(1, 9);
    assertThat(get(polls)).isEqualTo((byte) 1);
  }

  @Test
  void shouldLetMessagesInBesideAsynchronousProgress() throws Exception {
    AsynchronousProgress background = pml.startAsynchronousProgress();
    try {
      for (int value = 0; value < 100; value++) {
        Future<Byte> receive = receive(1);
        send(value, 1);
        assertThat(get(receive)).isEqualTo((byte) value);
      }
    } finally {
      background.close();
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().equals("ob1j progress"));
  }
}
